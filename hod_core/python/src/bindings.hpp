// SPDX-License-Identifier: Apache-2.0
#ifndef BINDINGS_HPP_
#define BINDINGS_HPP_

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <filesystem>
#include <string>
#include <string_view>

/// An argument that accepts any Python object in C++, but states the expected type in signatures.
#define HOD_NAMED_OBJECT(Name, text)                     \
  namespace hod                                          \
  {                                                      \
  class Name : public pybind11::object                   \
  {                                                      \
  public:                                                \
    PYBIND11_OBJECT_DEFAULT(Name, object, is_anything)   \
    static bool is_anything(PyObject *) { return true; } \
  };                                                     \
  }                                                      \
  template <>                                            \
  struct pybind11::detail::handle_type_name<hod::Name>   \
  {                                                      \
    static constexpr auto name = const_name(text);       \
  };

HOD_NAMED_OBJECT(ArrayLike, "numpy.typing.ArrayLike")
HOD_NAMED_OBJECT(PathLike, "str | os.PathLike[str]")
HOD_NAMED_OBJECT(Payloads, "collections.abc.Sequence[Payload]")
HOD_NAMED_OBJECT(Loads, "collections.abc.Sequence[Load | LoadTable]")
HOD_NAMED_OBJECT(FrictionArgument, "bool | Friction | collections.abc.Mapping[str, Friction]")
HOD_NAMED_OBJECT(DrivesArgument, "Drive | collections.abc.Mapping[str, Drive]")
HOD_NAMED_OBJECT(LimitsArgument, "Limits | collections.abc.Mapping[str, Limits]")
HOD_NAMED_OBJECT(DistributionArgument, "str | os.PathLike[str] | MassDistribution")
HOD_NAMED_OBJECT(PayloadObject, "Payload")
HOD_NAMED_OBJECT(MotorObject, "Motor")
HOD_NAMED_OBJECT(JointMotionObject, "JointMotion")
HOD_NAMED_OBJECT(JointMapping, "dict[str, Joint]")
HOD_NAMED_OBJECT(PayloadTuple, "tuple[Payload, ...]")
HOD_NAMED_OBJECT(LoadTuple, "tuple[Load | LoadTable, ...]")
HOD_NAMED_OBJECT(TermMapping, "dict[str, Numbers]")
HOD_NAMED_OBJECT(Texts, "list[str]")
HOD_NAMED_OBJECT(Blocks, "collections.abc.Iterable[numpy.typing.ArrayLike]")

namespace hod
{

/// An array whose memory is read directly.
using NumberArray = pybind11::array_t<double, pybind11::array::c_style>;

/// The argument as C-contiguous doubles: itself if it already is, or a converted copy of other real
/// numbers. Throws hod::Error for anything else.
NumberArray number_array(pybind11::handle argument, std::string_view name);

/// Three finite numbers.
Eigen::Vector3d vector3(pybind11::handle argument, std::string_view name);

/// A str or os.PathLike. Throws hod::Error for anything else.
std::filesystem::path path_from(pybind11::handle argument, std::string_view name);

/// Text from a file or an error; bytes that are not UTF-8 become U+FFFD.
pybind11::str text_of(std::string_view text);

void bind_error(pybind11::module_ & module);
void bind_robot(pybind11::module_ & module);
void bind_robot_file(pybind11::module_ & module);
void bind_settings(pybind11::module_ & module);
void bind_motion(pybind11::module_ & module);
void bind_smoothing(pybind11::module_ & module);
void bind_base_motion(pybind11::module_ & module);
void bind_dynamics(pybind11::module_ & module);
void bind_accelerometer(pybind11::module_ & module);
void bind_accelerometer_instants(pybind11::module_ & module);
void bind_workspace(pybind11::module_ & module);
void bind_io(pybind11::module_ & module);
void bind_mass(pybind11::module_ & module);
void bind_kinematics(pybind11::module_ & module);
void bind_limits(pybind11::module_ & module);
void bind_classic(pybind11::module_ & module);

}  // namespace hod

#endif  // BINDINGS_HPP_

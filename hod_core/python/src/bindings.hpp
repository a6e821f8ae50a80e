// SPDX-License-Identifier: Apache-2.0
#ifndef BINDINGS_HPP_
#define BINDINGS_HPP_

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <filesystem>
#include <string>
#include <string_view>

namespace hod
{

/// An array whose memory is read as it is.
using NumberArray = pybind11::array_t<double, pybind11::array::c_style>;

/// The argument as C-contiguous doubles: itself if it is that already, a converted copy if it is
/// made of other real numbers. Throws hod::Error for anything else.
NumberArray number_array(pybind11::handle argument, std::string_view name);

/// Three finite numbers.
Eigen::Vector3d vector3(pybind11::handle argument, std::string_view name);

/// A str or os.PathLike. Throws hod::Error for anything else.
std::filesystem::path path_from(pybind11::handle argument, std::string_view name);

/// Text of a file or an error; bytes that are not UTF-8 become U+FFFD.
pybind11::str text_of(std::string_view text);

void bind_error(pybind11::module_ & module);
void bind_model(pybind11::module_ & module);
void bind_motion(pybind11::module_ & module);
void bind_smoothing(pybind11::module_ & module);
void bind_base_motion(pybind11::module_ & module);
void bind_dynamics(pybind11::module_ & module);
void bind_accelerometer(pybind11::module_ & module);
void bind_accelerometer_instants(pybind11::module_ & module);
void bind_terms(pybind11::module_ & module);
void bind_elastic_drive(pybind11::module_ & module);
void bind_io(pybind11::module_ & module);
void bind_mass(pybind11::module_ & module);
void bind_energies(pybind11::module_ & module);
void bind_kinematics(pybind11::module_ & module);
void bind_limits(pybind11::module_ & module);
void bind_classic(pybind11::module_ & module);

}  // namespace hod

#endif  // BINDINGS_HPP_

// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__FILES_HPP_
#define HOD__TEST__FUZZ__FILES_HPP_

#include "fuzz.hpp"

namespace hod::fuzz
{

/// The files that inputs of the corpus name.
inline const Folder & files()
{
  static const Folder & folder = *[] {
    static Folder made;
    made.write("arm.urdf", R"(<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="3"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.06"/></inertial></link>
<link name="fore"><inertial><origin xyz="0.1 0 0"/><mass value="2"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.03"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
<limit lower="-2" upper="2" effort="50" velocity="3"/><dynamics damping="0.1" friction="0.2"/></joint>
<joint name="elbow" type="revolute"><origin xyz="0.4 0 0"/><parent link="upper"/><child link="fore"/>
<axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="20" velocity="3"/></joint></robot>)");
    made.write("mass.yaml", "links: {fore: [{shape: box, x: 0.2, y: 0.1, z: 0.1, mass: 2}]}\n");
    made.write("loads.csv", "time,fx,d1fx\n0,1,0\n1,2,0\n");
    made.write(
      "solid.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    return &made;
  }();
  return folder;
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__FILES_HPP_

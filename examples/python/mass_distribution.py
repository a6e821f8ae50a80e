# SPDX-License-Identifier: Apache-2.0
"""The tensors of a casting from the figures of its drawing, put into a robot."""

import numpy as np

import hod
from hod.mass import Cylinder, Distribution

aluminium = 2700.0
flange = Cylinder(radius=0.06, length=0.012, density=aluminium).at(xyz=(0, 0, 0.006))
tube = Cylinder(radius=0.04, length=0.2, density=aluminium).at(xyz=(0, 0, 0.112))
bore = Cylinder(radius=0.032, length=0.212, density=aluminium).at(xyz=(0, 0, 0.106))
casting = flange + tube - bore

properties = casting.properties
print(f"mass {properties.mass:.4f} kg, centre {properties.center.round(4)} m")
print("inertia about it [kg m²]\n", properties.inertia.round(6))

distribution = Distribution({"link_5": casting})
before = hod.example_robot()
after = hod.Robot.from_urdf(hod.example.example_urdf(), mass_distribution=distribution)
still = np.zeros((3, before.dof))
still[0, 1] = 0.5
print("gravity's torque before", hod.forces(before, still, order=0)[0].round(3))
print("and with the casting   ", hod.forces(after, still, order=0)[0].round(3))

// SPDX-License-Identifier: Apache-2.0
// What the sensors of a known motion read, and all that is computed from it short of a recovery:
// resampling, integration, observability, noise, deviations, and fits with settings built in code.
#include "fitted_recordings.hpp"
#include "integrated_readings.hpp"
#include "motion_deviations.hpp"
#include "observed_joints.hpp"
#include "reading_noise.hpp"
#include "resampled_readings.hpp"
#include "sensor_equations.hpp"

namespace
{

constexpr int kMostFits = 2;  // of an input: much slower than all others

void try_any(hod::fuzz::SensedMotion & sensed, int & fits)
{
  switch (sensed.bytes.integer(0, 8))
  {
    case 0:
      return hod::fuzz::try_resampling(sensed);
    case 1:
      return hod::fuzz::try_equations(sensed);
    case 2:
      return hod::fuzz::try_integration(sensed);
    case 3:
      return hod::fuzz::try_observability(sensed);
    case 4:
      return hod::fuzz::try_deviations(sensed);
    case 5:
      return hod::fuzz::try_noise(sensed);
    case 6:
      return hod::fuzz::try_common_times(sensed);
    default:
      if (fits < kMostFits && sensed.robot.dof() > 0)
      {
        ++fits;
        hod::fuzz::try_fit(sensed);
      }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  hod::fuzz::SensedMotion sensed(bytes);
  int fits = 0;
  for (int step = 0; step < 8 && !bytes.empty(); ++step)
  {
    try_any(sensed, fits);
  }
  return 0;
}

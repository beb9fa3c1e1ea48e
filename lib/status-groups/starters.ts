import type { PortableGroup } from './portable'

/** Sets of statuses to begin with. In colours that the service's documentation names where possible: worst is red. */

const color = (key: string) => `STATUS_BADGE_COLOR_${key}`
const status = (name: string, key: string) => ({ name, color: color(key) })

export interface StarterSet extends PortableGroup {
  key: string
  /** What it is for, in a few words. */
  use: string
}

export const starterSets: readonly StarterSet[] = [
  {
    key: 'operational',
    use: 'Machines, tools and plant',
    name: 'Operational',
    description: 'Whether it can be used.',
    options: [
      status('In service', 'GREEN'),
      status('Needs attention', 'YELLOW'),
      status('Under repair', 'ORANGE'),
      status('Out of service', 'RED'),
      status('Decommissioned', 'GREY'),
    ],
  },
  {
    key: 'vehicle',
    use: 'Cars, vans, trucks and forklifts',
    name: 'Vehicle',
    description: 'Whether it may be driven, and where it is if not.',
    options: [
      status('Roadworthy', 'GREEN'),
      status('Service due', 'YELLOW'),
      status('In workshop', 'BLUE'),
      status('Off the road', 'RED'),
      status('Sold', 'GREY'),
    ],
  },
  {
    key: 'safety-equipment',
    use: 'Extinguishers, harnesses, first aid, eye wash',
    name: 'Safety equipment',
    description: 'Whether people can rely on it.',
    options: [
      status('Ready', 'GREEN'),
      status('Inspection due', 'YELLOW'),
      status('Used, refill', 'ORANGE'),
      status('Do not use', 'RED'),
      status('Missing', 'PURPLE'),
    ],
  },
  {
    key: 'calibration',
    use: 'Gauges, scales and sensors',
    name: 'Calibration',
    description: 'Whether its readings can be trusted.',
    options: [
      status('Calibrated', 'GREEN'),
      status('Due within 30 days', 'YELLOW'),
      status('At the laboratory', 'BLUE'),
      status('Expired', 'RED'),
      status('For reference only', 'GREY'),
    ],
  },
  {
    key: 'rental',
    use: 'What is lent out and comes back',
    name: 'Rental',
    description: 'Where it is between two customers.',
    options: [
      status('Available', 'GREEN'),
      status('Reserved', 'BLUE'),
      status('Out on hire', 'PURPLE'),
      status('Returned, to be checked', 'YELLOW'),
      status('Damaged', 'RED'),
    ],
  },
  {
    key: 'cleaning',
    use: 'Rooms, kitchens and wash areas',
    name: 'Cleaning',
    description: 'Whether it can be used by the next ones.',
    options: [
      status('Clean', 'GREEN'),
      status('Cleaning due', 'YELLOW'),
      status('Being cleaned', 'BLUE'),
      status('Closed', 'RED'),
    ],
  },
]

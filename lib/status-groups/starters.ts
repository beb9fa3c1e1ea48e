import type { PortableGroup } from './portable'

/**
 * Sets of statuses to start with. The worst status is red. Names are content that is stored in SafetyCulture, so they
 * are not translated.
 */

const color = (key: string) => `STATUS_BADGE_COLOR_${key}`
const status = (name: string, key: string) => ({ name, color: color(key) })

export const starterKeys = ['operational', 'vehicle', 'safety-equipment', 'calibration', 'rental', 'cleaning'] as const

export interface StarterSet extends PortableGroup {
  key: (typeof starterKeys)[number]
}

export const starterSets: readonly StarterSet[] = [
  {
    key: 'operational',
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
    name: 'Vehicle',
    description: 'Whether it may be driven, or where it is.',
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
    name: 'Cleaning',
    description: 'Whether the next people can use it.',
    options: [
      status('Clean', 'GREEN'),
      status('Cleaning due', 'YELLOW'),
      status('Being cleaned', 'BLUE'),
      status('Closed', 'RED'),
    ],
  },
]

import { hashText, makeUuid } from '../random'

/** Facts about the assets of a type. Their values are generated from these. */
export interface FieldKind {
  id: string
  name: string
  fieldType: string
  valueType: 'string' | 'timestamp' | 'money'
  /** Only for selections. */
  choices?: readonly string[]
  /** Patterns for texts: `#` is a digit, `@` a letter. One of several patterns is chosen. */
  patterns?: readonly string[]
  /** For a time, days before the demo's start. For money, whole currency units. */
  range?: readonly [from: number, to: number]
}

const makeField = (name: string, rest: Omit<FieldKind, 'id' | 'name'>): FieldKind => ({
  id: makeUuid(hashText(name), 1, 0xf1),
  name,
  ...rest,
})
const text = (name: string, ...patterns: string[]) =>
  makeField(name, { fieldType: 'FIELD_TYPE_CUSTOM', valueType: 'string', patterns })
const time = (name: string, from: number, to: number) =>
  makeField(name, { fieldType: 'FIELD_TYPE_CUSTOM', valueType: 'timestamp', range: [from, to] })
const money = (name: string, from: number, to: number) =>
  makeField(name, { fieldType: 'FIELD_TYPE_CUSTOM', valueType: 'money', range: [from, to] })
const select = (name: string, ...choices: string[]) =>
  makeField(name, { fieldType: 'FIELD_TYPE_SELECT', valueType: 'string', choices })

export const serial = text('Serial number', '@@##-#####', '##@@-####-@', '#######')
const maker = {
  truck: select('Make', 'Linde', 'Jungheinrich', 'Toyota', 'Still', 'Crown'),
  van: select('Vehicle make', 'Ford', 'Mercedes-Benz', 'Renault', 'Volkswagen', 'Iveco'),
  cold: select('Refrigeration make', 'Foster', 'Williams', 'True', 'Gram'),
}
const priceOf = (from: number, to: number) => money('Purchase price', from, to)
const purchasePrice = priceOf(11_000, 68_000)
const purchased = time('Purchase date', 120, 3200)
const nextService = time('Next service due', -240, 20)
const plate = text('Registration', '##-D-#####', '@@## @@@', '#-@@@-###')
const location = text(
  'Location',
  'Bay #, door ##',
  'Aisle @, level #',
  'Goods-in office',
  'Loading dock, north side',
  'Canteen kitchen',
  'Yard, next to gate #',
)
const power = select('Power', 'Electric', 'Diesel', 'LPG', 'Hydrogen')
const note = text('Remarks', 'Key kept at the shift desk', 'Hired until further notice', 'Replaces unit ###', 'None')

export interface TypeKind {
  name: string
  category: string
  /** Prefix of the codes of its assets. */
  code: string
  /** Share of all assets, relative to the other types. */
  share: number
  fields: readonly FieldKind[]
  group: 'vehicles' | 'safety' | 'cold' | null
  picture: string
}

const vehicle = 'TYPE_CATEGORY_VEHICLE'
const equipment = 'TYPE_CATEGORY_EQUIPMENT'
const custom = 'TYPE_CATEGORY_CUSTOM'

export const typeKinds: readonly TypeKind[] = [
  {
    name: 'Forklift',
    category: vehicle,
    code: 'FLT',
    share: 14,
    group: 'vehicles',
    picture: 'forklift.jpg',
    fields: [serial, maker.truck, power, purchased, purchasePrice, nextService],
  },
  {
    name: 'Reach truck',
    category: vehicle,
    code: 'RT',
    share: 9,
    group: 'vehicles',
    picture: 'reach-truck.jpg',
    fields: [serial, maker.truck, purchased, purchasePrice, nextService],
  },
  {
    name: 'Powered pallet truck',
    category: vehicle,
    code: 'PPT',
    share: 12,
    group: 'vehicles',
    picture: 'pallet-truck.jpg',
    fields: [serial, maker.truck, nextService, note],
  },
  {
    name: 'Delivery van',
    category: vehicle,
    code: 'VAN',
    share: 11,
    group: 'vehicles',
    picture: 'van.jpg',
    fields: [plate, maker.van, power, purchased, purchasePrice, nextService],
  },
  {
    name: 'Refrigerated trailer',
    category: vehicle,
    code: 'RTR',
    share: 4,
    group: 'vehicles',
    picture: 'trailer.jpg',
    fields: [plate, serial, maker.cold, purchasePrice, nextService],
  },
  {
    name: 'Yard tractor',
    category: vehicle,
    code: 'YT',
    share: 2,
    group: 'vehicles',
    picture: 'yard-tractor.jpg',
    fields: [plate, serial, power, nextService, note],
  },
  {
    name: 'Fire extinguisher',
    category: equipment,
    code: 'FE',
    share: 18,
    group: 'safety',
    picture: 'extinguisher.jpg',
    fields: [serial, select('Medium', 'Water', 'Foam', 'CO₂', 'Powder', 'Wet chemical'), location, nextService],
  },
  {
    name: 'Defibrillator',
    category: equipment,
    code: 'AED',
    share: 2,
    group: 'safety',
    picture: 'defibrillator.jpg',
    fields: [serial, location, time('Pads expire', -700, 10), priceOf(900, 2_100)],
  },
  {
    name: 'First aid kit',
    category: equipment,
    code: 'FAK',
    share: 5,
    group: 'safety',
    picture: 'first-aid.jpg',
    fields: [location, nextService],
  },
  {
    name: 'Ladder',
    category: equipment,
    code: 'LAD',
    share: 6,
    group: 'safety',
    picture: 'ladder.jpg',
    fields: [serial, select('Ladder class', 'EN 131 Professional', 'EN 131 Non-professional'), location, note],
  },
  {
    name: 'Eyewash station',
    category: equipment,
    code: 'EW',
    share: 2,
    group: 'safety',
    picture: 'eyewash.jpg',
    fields: [location, nextService],
  },
  {
    name: 'Walk-in freezer',
    category: equipment,
    code: 'FRZ',
    share: 3,
    group: 'cold',
    picture: 'freezer.jpg',
    fields: [serial, maker.cold, select('Refrigerant', 'R290', 'R448A', 'R744'), purchased, priceOf(4_500, 19_000)],
  },
  {
    name: 'Display chiller',
    category: equipment,
    code: 'CHL',
    share: 4,
    group: 'cold',
    picture: 'chiller.jpg',
    fields: [serial, maker.cold, location, nextService],
  },
  {
    name: 'Probe thermometer',
    category: equipment,
    code: 'THM',
    share: 4,
    group: 'cold',
    picture: 'thermometer.jpg',
    fields: [serial, time('Calibrated until', -360, 15)],
  },
  {
    name: 'Dock leveller',
    category: equipment,
    code: 'DL',
    share: 5,
    group: null,
    picture: 'dock.jpg',
    fields: [serial, location, nextService, money('Last repair', 60, 2400)],
  },
  {
    name: 'Pallet racking bay',
    category: custom,
    code: 'RCK',
    share: 8,
    group: null,
    picture: 'racking.jpg',
    fields: [location, text('Safe load', '#### kg per level', '### kg per level'), nextService],
  },
  {
    name: 'Combi oven',
    category: equipment,
    code: 'OVN',
    share: 2,
    group: null,
    picture: 'oven.jpg',
    fields: [serial, purchased, priceOf(6_000, 17_500)],
  },
  {
    name: 'Playground frame',
    category: custom,
    code: 'PLY',
    share: 1,
    group: null,
    picture: 'playground.jpg',
    fields: [location, purchased, note],
  },
]

/** Every field that the organization's types use, once each. */
export const allFields: readonly FieldKind[] = [
  ...new Map(typeKinds.flatMap(({ fields }) => fields).map((field) => [field.id, field])).values(),
]

export interface GroupKind {
  key: 'vehicles' | 'safety' | 'cold' | 'works'
  name: string
  description: string
  /** Name, color, and how many of 100 assets have it. The rest have no status. */
  options: ReadonlyArray<readonly [name: string, color: string, share: number]>
}

export const groupKinds: readonly GroupKind[] = [
  {
    key: 'vehicles',
    name: 'Vehicles',
    description: 'Whether a truck, van or trailer may be driven today.',
    options: [
      ['In service', 'GREEN', 63],
      ['Needs inspection', 'YELLOW', 13],
      ['Out of service', 'RED', 8],
      ['Quarantined', 'ORANGE', 3],
      ['On hire', 'BLUE', 5],
    ],
  },
  {
    key: 'safety',
    name: 'Safety equipment',
    description: 'Ready for an emergency, or not.',
    options: [
      ['Ready', 'GREEN', 71],
      ['Due for service', 'YELLOW', 14],
      ['Failed', 'RED', 5],
      ['Missing', 'PURPLE', 2],
    ],
  },
  {
    key: 'cold',
    name: 'Cold chain',
    description: '',
    options: [
      ['In range', 'GREEN', 68],
      ['Watch', 'YELLOW', 9],
      ['Out of range', 'RED', 4],
      ['Defrosting', 'BLUE', 4],
      ['Switched off', 'GREY', 6],
    ],
  },
  {
    key: 'works',
    name: 'Site works 2024',
    description: 'Drawn up for the extension at Ballymount and not used since.',
    options: [
      ['Open', 'BLUE', 0],
      ['Fenced off', 'ORANGE', 0],
      ['Closed', 'GREY', 0],
    ],
  },
]

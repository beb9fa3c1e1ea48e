import {
  ask,
  category,
  infoLink,
  infoMedia,
  infoText,
  line,
  list,
  media,
  plain,
  repeat,
  section,
  signOff,
  slider,
  text,
} from './nodes'
import type { Blueprint } from '../types'

/** Templates of depots and vehicles. */
export const depotTemplates: readonly Blueprint[] = [
  {
    key: 'forklift',
    name: 'Forklift pre-start check',
    short: 'Forklift pre-start',
    code: 'FPS',
    scene: 'forklift',
    share: 190,
    description:
      'Daily check of counterbalance and reach trucks before first use. Tag out and report when any item fails.',
    subjects: ['FLT-01', 'FLT-02', 'FLT-03', 'FLT-04', 'FLT-07', 'FLT-09', 'FLT-12', 'RT-21', 'RT-22', 'RT-25'],
    sections: [
      section(
        'Truck',
        line('Truck number'),
        slider('Hour meter (thousand h)', [0, 20, 0.5], [2, 14]),
        slider('Battery charge (%)', [0, 100, 5], [45, 100]),
        list('Shift', 'shift'),
      ),
      section(
        'Before starting the engine',
        ask(
          'Tyres and wheel nuts',
          'passfail',
          [
            'Cut in the sidewall of the left drive tyre, canvas visible.',
            'Two wheel nuts loose on the right steer wheel.',
          ],
          { scene: 'forklift', photo: 0.12 },
        ),
        ask(
          'Forks, heel and retaining pins',
          'passfail',
          [
            'Locking pin of the right fork missing, held by wire.',
            'Fork tips worn past 10 %, measured with the gauge.',
          ],
          { scene: 'forklift' },
        ),
        ask(
          'Mast, chains and hoses',
          'passfail',
          ['Slack in the left lift chain.', 'Hydraulic hose chafed at the crosshead, weeping oil.'],
          {
            scene: 'forklift',
            follow: [
              { type: 'checkbox', label: 'Truck tagged out and key removed' },
              text(
                'Reported to',
                'Service desk, ticket raised with the hire company.',
                'Told Marcus at the workshop, he will look before noon.',
              ),
            ],
          },
        ),
        ask(
          'Oil or coolant under the truck',
          'yesno',
          ['Puddle of hydraulic oil the size of a plate under the tilt cylinder.'],
          { scene: 'floor' },
        ),
        ask('Overhead guard and load backrest', 'condition', ['Front pillar bent, looks like contact with racking.']),
      ),
      section(
        'Controls',
        ask('Seat belt and seat switch', 'passfail', ['Belt does not lock when pulled.']),
        ask('Horn, beacon and reversing alarm', 'passfail', [
          'Beacon dead, bulb replaced but no power at the socket.',
          'Horn works only when the wheel is turned left.',
        ]),
        ask('Service and parking brake', 'passfail', ['Parking brake does not hold on the dock ramp.']),
        { type: 'switch', label: 'Blue spot light working' },
      ),
      signOff(media('Truck as found', 'forklift')),
    ],
  },
  {
    key: 'vehicle',
    name: 'Delivery van walk-round',
    short: 'Van walk-round',
    code: 'VAN',
    scene: 'van',
    share: 140,
    description: 'Driver’s walk-round before leaving the yard.',
    subjects: [
      '191-D-40822',
      '201-C-1187',
      '212-L-733',
      'YK21 FHD',
      'MX70 ZPR',
      'BV19 KLO',
      'V-412-RZ',
      'HH-QL 2204',
      'GD 7K114',
    ],
    sections: [
      section(
        'Vehicle',
        line('Registration'),
        plain('scanner', 'Vehicle barcode'),
        slider('Fuel or charge (%)', [0, 100, 5], [30, 100]),
        plain('weather', 'Weather at departure'),
      ),
      section(
        'Outside',
        ask(
          'Tyres, tread and pressure',
          'passfail',
          ['Rear left at 1.2 mm on the inner edge.', 'Nail in the front right, pressure 1.9 bar.'],
          { scene: 'van', photo: 0.1 },
        ),
        ask('Lights and indicators', 'passfail', ['Left brake light out.', 'Number plate light broken.']),
        ask(
          'Body, doors and mirrors',
          'condition',
          ['Fresh scrape along the sliding door, blue paint in it.', 'Nearside mirror cracked and taped.'],
          { scene: 'van', photo: 0.2 },
        ),
        plain('drawing', 'Mark damage on the outline'),
      ),
      section(
        'Load area',
        ask(
          'Load secured, bulkhead closed',
          'safe',
          ['Pallet truck lying loose behind the bulkhead.', 'Two straps missing, cages free to roll.'],
          { scene: 'boxes', photo: 0.15 },
        ),
        ask('Loading floor clean and dry', 'yesno', ['Broken bottle, oil on the floor by the side door.'], {
          scene: 'floor',
        }),
        list('Protective equipment on board', 'ppe'),
      ),
      signOff({ type: 'checkbox', label: 'I am fit to drive' }),
    ],
  },
  {
    key: 'racking',
    name: 'Warehouse racking inspection',
    short: 'Racking inspection',
    code: 'RCK',
    scene: 'racking',
    share: 90,
    description:
      'Weekly visual inspection of adjustable pallet racking by the person responsible for storage equipment (EN 15635).',
    subjects: [
      'Aisle A',
      'Aisle B',
      'Aisle C',
      'Aisle D',
      'Mezzanine',
      'Cold store aisle 2',
      'Returns bay',
      'High bay 4',
    ],
    sections: [
      section(
        'General',
        infoLink('How to measure a bent upright', 'https://example.com/guides/racking-en15635'),
        infoMedia('Limits for green, amber and red', 'racking'),
        ask(
          'Load notices in place and legible',
          'yesno',
          ['Notice at the end of the aisle torn off.', 'Notice shows the old beam heights.'],
          { scene: 'racking' },
        ),
        ask('Aisle free of obstructions', 'safe', ['Wrapped pallets parked in the aisle, only 1.6 m left.'], {
          scene: 'boxes',
          photo: 0.15,
        }),
      ),
      section(
        'Bays',
        repeat(
          'Bay',
          [1, 4],
          line('Bay number', 'A-01', 'A-04', 'B-11', 'B-12', 'C-03', 'D-07', 'D-08', 'E-02'),
          ask(
            'Uprights',
            'damage',
            [
              'Upright bent 14 mm over 1 m at the first level, struck by a truck.',
              'Dent in the corner profile at 300 mm, measured 7 mm.',
            ],
            { scene: 'racking', photo: 0.3 },
          ),
          ask(
            'Beams and safety clips',
            'damage',
            ['Safety clip missing on the left connector.', 'Beam deflects more than L/200 under load.'],
            { scene: 'racking' },
          ),
          ask('Base plates and anchors', 'damage', ['Anchor sheared, plate lifts by hand.']),
        ),
      ),
      section(
        'Pallets',
        ask(
          'Pallets sound and placed square',
          'condition',
          ['Broken stringer, pallet leans over the beam.', 'Boxes overhang 200 mm above the pedestrian route.'],
          { scene: 'boxes', photo: 0.2 },
        ),
        slider('Fill of this aisle (%)', [0, 100, 10], [40, 95]),
      ),
      signOff(),
    ],
  },
  {
    key: 'coldchain',
    name: 'Cold-chain delivery receipt',
    short: 'Cold-chain delivery',
    code: 'CCD',
    scene: 'fridge',
    share: 70,
    description: 'Temperature and hygiene of chilled and frozen goods at the dock.',
    subjects: ['Dock 1', 'Dock 2', 'Dock 3', 'Dock 6', 'Chill store', 'Freezer'],
    sections: [
      section(
        'Delivery',
        line('Supplier', 'Glanbia Foods', 'Brakes', 'Musgrave MarketPlace', 'Sligro', 'Nagel-Group', 'STEF'),
        plain('scanner', 'Consignment barcode'),
        { type: 'datetime', label: 'Doors opened' },
      ),
      section(
        'Temperature',
        slider('Probe, chilled (°C)', [-5, 15, 0.5], [1, 5]),
        slider('Probe, frozen (°C)', [-30, 0, 1], [-24, -18]),
        ask(
          'Temperature within limits',
          'passfail',
          [
            'Core of the top layer at 8.5 °C, driver’s log shows the unit off for 50 min.',
            'Display reads 3 °C, probe reads 7 °C: sensor to be checked.',
          ],
          {
            scene: 'fridge',
            photo: 0.35,
            follow: [{ type: 'checkbox', label: 'Goods quarantined' }, media('Probe reading', 'fridge')],
          },
        ),
        media('Temperature record', 'fridge'),
      ),
      section(
        'Hygiene',
        ask('Load space clean, free of odour', 'yesno', [
          'Standing water under the slats.',
          'Smell of fish from the previous load.',
        ]),
        ask('Packaging undamaged', 'condition', ['Four cartons crushed at the bottom of pallet 3.'], {
          scene: 'boxes',
          photo: 0.2,
        }),
      ),
      signOff(plain('signature', 'Driver’s signature')),
    ],
  },
  {
    key: 'fire',
    name: 'Fire extinguisher round',
    short: 'Fire extinguisher round',
    code: 'FEX',
    scene: 'extinguisher',
    share: 110,
    description: 'Monthly visual check of portable extinguishers and exits.',
    subjects: ['Ground floor', 'First floor', 'Plant room', 'Workshop', 'Canteen', 'Loading docks'],
    sections: [
      section(
        'Extinguishers',
        infoText('Check each extinguisher on the floor plan. Do not lift the pin.'),
        repeat(
          'Extinguisher',
          [2, 5],
          plain('scanner', 'Tag'),
          ask(
            'In its place and visible',
            'yesno',
            ['Bracket empty, extinguisher found propping a door open.', 'Hidden behind stacked chairs.'],
            { scene: 'extinguisher', photo: 0.25 },
          ),
          ask('Pressure in the green, seal intact', 'passfail', ['Gauge in the red.', 'Seal broken, pin loose.'], {
            scene: 'extinguisher',
            photo: 0.1,
          }),
          ask('Service date within 12 months', 'yesno', ['Last service tag is from May of last year.']),
        ),
      ),
      section(
        'Exits',
        category(
          'Routes',
          ask(
            'Exit doors open freely',
            'yesno',
            ['Door to the yard is chained.', 'Panic bar stuck, opens with the shoulder only.'],
            { scene: 'exit', photo: 0.1 },
          ),
          ask('Escape route clear', 'safe', ['Cages and cartons in front of exit 3.'], { scene: 'exit', photo: 0.15 }),
          ask('Emergency lighting', 'passfail', ['Two of six lamps dead.']),
        ),
      ),
      signOff(),
    ],
  },
  {
    key: 'electrical',
    name: 'Electrical test and tag',
    short: 'Test and tag',
    code: 'ETT',
    scene: 'panel',
    share: 60,
    description: 'Portable appliances and distribution boards.',
    subjects: ['Office floor 1', 'Workshop benches', 'Canteen', 'Packing line 2', 'Charging room'],
    sections: [
      section(
        'Distribution board',
        ask(
          'Cover closed, no signs of heat',
          'safe',
          [
            'Scorch marks around breaker 14, smell of burnt plastic.',
            'Blanking plate missing, live busbar within reach.',
          ],
          {
            scene: 'panel',
            photo: 0.3,
            follow: [
              { type: 'switch', label: 'Circuit isolated and locked' },
              { type: 'question', label: 'Electrician called', set: 'yesno', notes: ['No answer on the duty phone.'] },
            ],
          },
        ),
        ask('Labels complete', 'yesno', ['Half of the circuits have no label.'], { scene: 'panel' }),
      ),
      section(
        'Appliances',
        repeat(
          'Appliance',
          [2, 4],
          line(
            'Appliance',
            'Kettle',
            'Extension lead 10 m',
            'Angle grinder',
            'Battery charger',
            'Strapping machine',
            'Monitor',
            'Heat gun',
          ),
          plain('asset', 'Asset'),
          slider('Insulation resistance (MΩ)', [0, 20, 0.5], [5, 20]),
          ask('Plug, cable and casing', 'passfail', ['Cable taped 20 cm from the plug.', 'Earth pin bent.'], {
            scene: 'panel',
          }),
        ),
      ),
      signOff(),
    ],
  },
]

import { makeUuid } from '../random'

/** The fictional organization of the demo: Harrow & Quill Logistics, with depots, kitchens, sites and play areas. */
export interface Site {
  name: string
  area: string
  region: string
  country: string
  code: string
  /** Longitude first, as in GeoJSON. */
  point: readonly [number, number]
  street: string
  number: string
  town: string
  county: string
  postcode: string
}

export const organizationName = 'Harrow & Quill'

const place = (
  name: string,
  [area, region]: readonly [string, string],
  [country, code]: readonly [string, string],
  point: readonly [number, number],
  [number, street, town, county, postcode]: readonly [string, string, string, string, string],
): Site => ({ name, area, region, country, code, point, number, street, town, county, postcode })

const ireland = ['Ireland', 'IE'] as const
const britain = ['United Kingdom', 'GB'] as const

export const sites: readonly Site[] = [
  place(
    'Dublin Port Depot',
    ['Leinster', 'Ireland'],
    ireland,
    [-6.2054, 53.3472],
    ['14', 'Breakwater Road South', 'Dublin', 'County Dublin', 'D01 Y2P4'],
  ),
  place(
    'Ballymount Warehouse',
    ['Leinster', 'Ireland'],
    ireland,
    [-6.3557, 53.3126],
    ['7', 'Calmount Avenue', 'Dublin', 'County Dublin', 'D12 HK71'],
  ),
  place(
    'Cork Little Island',
    ['Munster', 'Ireland'],
    ireland,
    [-8.3539, 51.9069],
    ['22', 'Euro Business Park', 'Little Island', 'County Cork', 'T45 X206'],
  ),
  place(
    'Limerick Raheen',
    ['Munster', 'Ireland'],
    ireland,
    [-8.6752, 52.6181],
    ['3', 'Raheen Business Park', 'Limerick', 'County Limerick', 'V94 Y6FD'],
  ),
  place(
    'Galway Oranmore',
    ['Connacht', 'Ireland'],
    ireland,
    [-8.9299, 53.2712],
    ['9', 'Deerpark Industrial Estate', 'Oranmore', 'County Galway', 'H91 R2T8'],
  ),
  place(
    'Belfast Titanic Quarter',
    ['Northern Ireland', 'United Kingdom'],
    britain,
    [-5.9083, 54.6079],
    ['51', 'Sydenham Road', 'Belfast', 'County Antrim', 'BT3 9DP'],
  ),
  place(
    'Leeds Distribution Centre',
    ['North', 'United Kingdom'],
    britain,
    [-1.5182, 53.7742],
    ['108', 'Pontefract Lane', 'Leeds', 'West Yorkshire', 'LS9 0RA'],
  ),
  place(
    'Manchester Trafford Park',
    ['North', 'United Kingdom'],
    britain,
    [-2.3237, 53.4668],
    ['31', 'Westinghouse Road', 'Manchester', 'Greater Manchester', 'M17 1PY'],
  ),
  place(
    'Birmingham Hams Hall',
    ['Midlands', 'United Kingdom'],
    britain,
    [-1.6986, 52.5235],
    ['5', 'Edison Road', 'Coleshill', 'Warwickshire', 'B46 1DA'],
  ),
  place(
    'Bristol Avonmouth',
    ['South West', 'United Kingdom'],
    britain,
    [-2.6998, 51.5062],
    ['17', 'Third Way', 'Bristol', 'Avon', 'BS11 9YL'],
  ),
  place(
    'Thurrock Gateway',
    ['South East', 'United Kingdom'],
    britain,
    [0.2836, 51.4885],
    ['2', 'Oliver Close', 'Grays', 'Essex', 'RM20 3EE'],
  ),
  place(
    'Glasgow Eurocentral',
    ['Scotland', 'United Kingdom'],
    britain,
    [-3.9985, 55.8329],
    ['40', 'Dovecote Road', 'Motherwell', 'Lanarkshire', 'ML1 4GP'],
  ),
  place(
    'Rotterdam Maasvlakte',
    ['Benelux', 'Continental Europe'],
    ['Netherlands', 'NL'],
    [4.0217, 51.9493],
    ['12', 'Europaweg', 'Rotterdam', 'Zuid-Holland', '3199 LC'],
  ),
  place(
    'Antwerpen Kallo',
    ['Benelux', 'Continental Europe'],
    ['Belgium', 'BE'],
    [4.2783, 51.2541],
    ['84', 'Keetberglaan', 'Kallo', 'Oost-Vlaanderen', '9120'],
  ),
  place(
    'Hamburg Altenwerder',
    ['DACH', 'Continental Europe'],
    ['Germany', 'DE'],
    [9.9292, 53.5066],
    ['66', 'Altenwerder Hauptstraße', 'Hamburg', 'Hamburg', '21129'],
  ),
  place(
    'Gdańsk Kowale',
    ['Poland', 'Continental Europe'],
    ['Poland', 'PL'],
    [18.5652, 54.3136],
    ['19', 'Magnacka', 'Kowale', 'Pomorskie', '80-180'],
  ),
  place(
    'Lyon Saint-Priest',
    ['France', 'Continental Europe'],
    ['France', 'FR'],
    [4.9429, 45.6976],
    ['27', 'Rue Aimé Cotton', 'Saint-Priest', 'Auvergne-Rhône-Alpes', '69800'],
  ),
  place(
    'Valencia Ribarroja',
    ['Iberia', 'Continental Europe'],
    ['Spain', 'ES'],
    [-0.5462, 39.5033],
    ['8', 'Carrer del Traginers', 'Riba-roja de Túria', 'València', '46190'],
  ),
]

export const authors: readonly string[] = [
  'Aoife Ní Bhriain',
  'Ciarán Doyle',
  'Niamh O’Sullivan',
  'Pádraig Keane',
  'Sinéad Fitzgerald',
  'Tadhg Moriarty',
  'Harriet Blackwood',
  'Callum Fraser',
  'Priya Raghunathan',
  'Marcus Adeyemi',
  'Gwenllian Pryce',
  'Oliver Thackeray',
  'Zofia Wiśniewska',
  'Krzysztof Żak',
  'Anneke van der Meer',
  'Joris Claes',
  'Jürgen Großmann',
  'Lena Brückner',
  'Élodie Charpentier',
  'Thibault Lefèvre',
  'María José Ibáñez',
  'Íñigo Echeverría',
  'Oksana Шевченко',
  'Dmytro Kovalenko',
  'Nguyễn Thị Hạnh',
  '陈丽华',
  'Fatima Zahra El Amrani',
  'Yusuf Demirtaş',
  'Ioana Țepeș',
  'Håkon Sørlie',
]

export const weatherKinds: ReadonlyArray<readonly [text: string, id: number]> = [
  ['Light rain', 500],
  ['Overcast clouds', 804],
  ['Clear sky', 800],
  ['Broken clouds', 803],
  ['Mist', 701],
  ['Moderate rain', 501],
  ['Few clouds', 801],
  ['Light snow', 600],
  ['Drizzle', 300],
]

/** An address answer: the text and the position. */
export function makeAddress(site: Site): Record<string, unknown> {
  const lines = [`${site.number} ${site.street}`, `${site.town} ${site.postcode}`, site.country]
  return {
    location_text: `${lines.join('\n')}\n(${site.point[1]}, ${site.point[0]})`,
    location: {
      name: site.name,
      sub_thoroughfare: site.number,
      thoroughfare: site.street,
      sub_locality: '',
      locality: site.town,
      sub_administrative_area: '',
      administrative_area: site.county,
      postal_code: site.postcode,
      country: site.country,
      iso_country_code: site.code,
      formatted_address: lines,
      geometry: { type: 'Point', coordinates: [...site.point] },
    },
  }
}

/** The id of the n-th asset, counted from 0. */
export const demoAssetId = (seed: number, index: number): string => makeUuid(seed, index, 0xa4)

import { siteList } from '../assets/demo'
import { authorIdOf, ownerId, ownerName } from '../demo/document'
import { authors, organizationName, sites } from '../demo/organization'
import { choose, hashText, makeHex, makeUuid, Random } from '../random'
import { activeStatus, deactivatedStatus, type UserRow } from './steps'

/** An object that users refer to by its id or its name. */
export interface Named {
  id: string
  name: string
}

const salts = { user: 0xb1, group: 0xb2, site: 0xb3, set: 0xb4, made: 0xb5, job: 0xb6 }
const dayMs = 86_400_000

export const organizationId = `role_${makeHex(1, 0x6f)}`

/** The id of the n-th user or job created after the start. */
export const makeLaterUserId = (seed: number, number: number) => `user_${makeHex(seed, number, salts.made)}`
export const makeJobId = (seed: number, number: number) => makeUuid(seed, number, salts.job)
export const makeLaterGroupId = (seed: number, number: number) => `role_${makeHex(seed, number, salts.group)}`

/** Groups, which the list of share connections also contains. The first is the organization itself, and everyone is in it. */
export const teams: ReadonlyArray<Named & { type: string }> = [
  { id: organizationId, name: organizationName, type: 'organisation' },
  ...[...new Set(sites.map(({ area }) => area))].map((area, at) => ({
    id: `role_${makeHex(2 + at, 0x6f)}`,
    name: `${area} team`,
    type: 'group',
  })),
]

// Two night shifts and two first aid teams, as after a merger of organizations.
const crews = [
  'Night shift',
  'Night shift',
  'Day shift',
  'Forklift drivers',
  'Kitchen staff',
  'First aiders',
  'First aiders',
  'Fire wardens',
  'Maintenance',
  'Contractors',
  'Site managers',
  'Quality auditors',
]

export const demoGroups: readonly Named[] = [
  ...teams.map(({ id, name }) => ({ id, name })),
  ...crews.map((name, at) => ({ id: `role_${makeHex(at, 0x70)}`, name })),
]
const crewList = demoGroups.slice(teams.length)

export const demoSites: readonly Named[] = [
  ...siteList,
  ...['Loading bay', 'Loading bay', 'Training room', 'Head office'].map((name, at) => ({
    id: makeUuid(hashText(name), at, salts.site),
    name,
  })),
]

export const permissionSets: readonly Named[] = [
  'Administrator',
  'Standard user',
  'Inspector',
  'Read only',
  'Team lead',
  'Team lead',
].map((name, at) => ({ id: makeUuid(hashText(name), at, salts.set), name }))

/** Attributes of users, with their allowed values where not every text is valid. */
export const attributes: ReadonlyArray<{ name: string; choices: readonly string[] | null }> = [
  { name: 'Employee number', choices: null },
  { name: 'Department', choices: null },
  { name: 'Cost centre', choices: null },
  { name: 'Shift', choices: ['Early', 'Late', 'Night'] },
  { name: 'Contract', choices: ['Permanent', 'Temporary', 'Agency'] },
]

export const languages: ReadonlySet<string> = new Set(
  (
    'EN_US EN_GB EN_AU EN_CA EN_NZ FR_FR FR_CA DE_DE ES_ES ES_MX ES_419 IT_IT NL_NL PL_PL PT_BR PT_PT JA_JP KO_KR ZH_CN ' +
    'ZH_TW ZH_HK CS_CZ DA_DK FI_FI NB_NO SV_SE HU_HU ID_ID MS_MY TH_TH VI_VN TR_TR RO_RO UK_UA RU_RU EL_GR BG_BG HR_HR ' +
    'SK_SK SL_SI ET_EE LV_LV LT_LT HE_IL AR_SA HI_IN TL_PH'
  )
    .split(' ')
    .map((code) => `LANGUAGE_${code}`),
)

const firstNames = (
  'Aisling Brendan Catherine Declan Eimear Fergal Gráinne Hugh Isabel Jakub Katarzyna Liam Maeve Noah Orla Patrick ' +
  'Róisín Seán Teresa Ursula Viktor Wendy Xavier Yvonne Zoë Amara Bilal Chidi Daan Esra Florian Giulia Hiro Inés ' +
  'Jelena Kofi Lotte Mateusz Nadia Otto'
).split(' ')
const lastNames = (
  'Byrne Walsh Murphy Kelly Nolan Hughes Campbell Robertson Whitfield Ashworth Bakker Visser Peeters Janssens Schmitz ' +
  'Krüger Nowak Kamiński Dubois Moreau García Ferrer Okafor Mensah Hussain Sharma Petrov Ionescu Lindqvist Rossi ' +
  'Carroll Devlin Hennessy McAllister Pemberton Sutcliffe Vermeulen Wójcik Yilmaz Zając'
).split(' ')
const zones: Record<string, string> = {
  IE: 'Europe/Dublin',
  GB: 'Europe/London',
  NL: 'Europe/Amsterdam',
  BE: 'Europe/Brussels',
  DE: 'Europe/Berlin',
  PL: 'Europe/Warsaw',
  FR: 'Europe/Paris',
  ES: 'Europe/Madrid',
}
const spoken: Record<string, string> = { DE: 'DE_DE', PL: 'PL_PL', FR: 'FR_FR', ES: 'ES_ES', NL: 'NL_NL', BE: 'NL_NL' }
const departments = ['Warehouse', 'Transport', 'Kitchen', 'Facilities', 'Health and safety', 'Quality']

/** The part of a name that is used in an address. */
function foldName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[łŁ]/g, 'l')
  return plain.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/** The demo's people: the connected account, those who filled in inspections, then as many as requested. */
export function makeUsers(seed: number, count: number, startMs: number): UserRow[] {
  const known = [ownerName, ...authors]
  const taken = new Set<string>()
  return Array.from({ length: Math.max(1, count) }, (_, index) => {
    const random = new Random(seed, index, salts.user)
    const name = known[index] ?? `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const space = name.indexOf(' ')
    const [firstName, lastName] = space < 0 ? [name, name] : [name.slice(0, space), name.slice(space + 1)]
    const base = [foldName(firstName), foldName(lastName)].filter((part) => part !== '').join('.') || `user${index}`
    let email = `${base}@harrowquill.example`
    for (let again = 2; taken.has(email); again += 1) email = `${base}${again}@harrowquill.example`
    taken.add(email)
    const site = choose(sites, random.integer(0, 9_999))
    const team = demoGroups.find((group) => group.name === `${site.area} team`)
    const crew = random.chance(0.7) ? [random.pick(crewList)] : []
    const createdAtMs = startMs - random.integer(20, 1200) * dayMs + random.integer(7 * 3600, 18 * 3600) * 1000
    const isOwner = index === 0
    return {
      id: isOwner ? ownerId : index < known.length ? authorIdOf(name) : `user_${makeHex(seed, index, salts.user)}`,
      email,
      firstName,
      lastName,
      seatType: isOwner || random.chance(0.72) ? 'SUBSCRIPTION_SEAT_TYPE_PREMIUM' : 'SUBSCRIPTION_SEAT_TYPE_LITE',
      timezone: zones[site.code] ?? 'Europe/Dublin',
      language: `LANGUAGE_${spoken[site.code] ?? 'EN_GB'}`,
      status: !isOwner && random.chance(0.06) ? deactivatedStatus : activeStatus,
      permissionSetId: permissionSets[isOwner ? 0 : random.integer(1, 3)]?.id ?? null,
      groupIds: [...(team ? [team] : []), ...crew].map(({ id }) => id),
      siteIds: demoSites.flatMap(({ id, name: own }) => (own === site.name ? [id] : [])),
      attributes: {
        'Employee number': [`HQ${String(10_000 + index)}`],
        ...(random.chance(0.8) ? { Department: [random.pick(departments)] } : {}),
      },
      createdAtMs,
      modifiedAtMs: createdAtMs + Math.floor(random.next() * (startMs - createdAtMs)),
    }
  })
}

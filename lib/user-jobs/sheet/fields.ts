import { type FieldChoice, seatTypes, statuses } from '@/lib/users/model'
import { languages } from './field-choices'

/** The fields of a user as a file names them. */

export type FieldKind = 'email' | 'text' | 'secret' | 'choice' | 'zone' | 'reference' | 'list'

export interface Field {
  key: FieldKey
  /** English name, which is also recognized as a header. Screens show the message `userJobs.fields`. */
  label: string
  kind: FieldKind
  /** Header of the column in our template and in that of SafetyCulture. */
  head: string
  /** Other headers, compared without case, blanks, dashes, underscores and accents. */
  synonyms: readonly string[]
  charsMax: number
  isRequired: boolean
  choices?: readonly FieldChoice[]
}

export const fieldKeys = [
  'email',
  'userId',
  'firstName',
  'lastName',
  'password',
  'seatType',
  'timezone',
  'status',
  'language',
  'permissionSet',
  'groupsAdd',
  'groupsRemove',
  'sitesAdd',
  'sitesRemove',
] as const
export type FieldKey = (typeof fieldKeys)[number]

/** SafetyCulture refuses shorter passwords. */
export const passwordCharsMin = 8

type Parts = Pick<Field, 'label' | 'kind' | 'head' | 'synonyms' | 'charsMax' | 'choices'>
const field = (key: FieldKey, parts: Parts): Field => ({ key, isRequired: key === 'email', ...parts })

export const fields: readonly Field[] = [
  field('email', {
    label: 'Email',
    kind: 'email',
    head: 'email',
    synonyms: [
      'e-mail address',
      'email address',
      'mail',
      'username',
      'user name',
      'login',
      'login name',
      'user email',
      'work email',
      'primary email',
      'upn',
      'user principal name',
      'correo electronico',
      'courriel',
      'adresse e-mail',
    ],
    charsMax: 320,
  }),
  field('userId', {
    label: 'User ID',
    kind: 'text',
    head: 'user_id',
    synonyms: ['id', 'user uuid', 'userid', 'safetyculture id', 'iauditor user id'],
    charsMax: 200,
  }),
  field('firstName', {
    label: 'First name',
    kind: 'text',
    head: 'first_name',
    synonyms: ['first', 'firstname', 'given name', 'forename', 'vorname', 'prenom', 'nombre', 'voornaam'],
    charsMax: 200,
  }),
  field('lastName', {
    label: 'Last name',
    kind: 'text',
    head: 'last_name',
    synonyms: [
      'last',
      'lastname',
      'surname',
      'family name',
      'sur name',
      'nachname',
      'nom de famille',
      'apellido',
      'apellidos',
      'achternaam',
    ],
    charsMax: 200,
  }),
  field('password', {
    label: 'Password',
    kind: 'secret',
    head: 'password',
    synonyms: [
      'pass',
      'pwd',
      'passwort',
      'kennwort',
      'initial password',
      'temporary password',
      'new password',
      'contrasena',
      'mot de passe',
      'wachtwoord',
    ],
    charsMax: 500,
  }),
  field('seatType', {
    label: 'Seat type',
    kind: 'choice',
    head: 'seat_type',
    synonyms: [
      'seat',
      'license',
      'licence',
      'licence type',
      'license type',
      'subscription',
      'subscription seat type',
      'plan',
    ],
    charsMax: 100,
    choices: seatTypes,
  }),
  field('timezone', {
    label: 'Time zone',
    kind: 'zone',
    head: 'timezone',
    synonyms: ['time zone', 'tz', 'zone', 'zeitzone', 'fuseau horaire', 'zona horaria'],
    charsMax: 100,
  }),
  field('status', {
    label: 'Status',
    kind: 'choice',
    head: 'status',
    synonyms: ['state', 'user status', 'active', 'active status', 'is active', 'enabled', 'account status'],
    charsMax: 100,
    choices: statuses,
  }),
  field('language', {
    label: 'Language',
    kind: 'choice',
    head: 'language',
    synonyms: ['locale', 'lang', 'preferred language', 'sprache', 'langue', 'idioma', 'taal'],
    charsMax: 100,
    choices: languages,
  }),
  field('permissionSet', {
    label: 'Permission set',
    kind: 'reference',
    head: 'permission_set',
    synonyms: ['permissions', 'permission', 'permission set name', 'role', 'user role', 'permissionset'],
    charsMax: 500,
  }),
  field('groupsAdd', {
    label: 'Add to groups',
    kind: 'list',
    head: 'groups',
    synonyms: [
      'group',
      'groups to add',
      'add groups',
      'groups add',
      'add to groups',
      'add to group',
      'group names',
      'user groups',
      'teams',
      'team',
      'group membership',
      'groups.add',
      'groups.add_references',
    ],
    charsMax: 10_000,
  }),
  field('groupsRemove', {
    label: 'Remove from groups',
    kind: 'list',
    head: 'groups_to_remove',
    synonyms: [
      'remove groups',
      'groups remove',
      'remove from groups',
      'remove from group',
      'groups removed',
      'groups.remove',
      'groups.remove_references',
    ],
    charsMax: 10_000,
  }),
  field('sitesAdd', {
    label: 'Add to sites',
    kind: 'list',
    head: 'sites',
    synonyms: [
      'site',
      'sites to add',
      'add sites',
      'sites add',
      'add to sites',
      'add to site',
      'site names',
      'location',
      'locations',
      'site membership',
      'sites.add',
      'sites.add_references',
    ],
    charsMax: 10_000,
  }),
  field('sitesRemove', {
    label: 'Remove from sites',
    kind: 'list',
    head: 'sites_to_remove',
    synonyms: [
      'remove sites',
      'sites remove',
      'remove from sites',
      'remove from site',
      'sites removed',
      'sites.remove',
      'sites.remove_references',
    ],
    charsMax: 10_000,
  }),
]

const byKey = new Map(fields.map((one) => [one.key, one]))

/** The field of that key. */
export function fieldOf(key: FieldKey): Field {
  const found = byKey.get(key)
  if (found === undefined) throw new Error(`no field ${key}`)
  return found
}

const marks = /\p{M}+/gu
const blanks = /[\s_\-./:()[\]"'*#]+/gu

/** A header or a value without differences in spelling: case, accents, spaces, dashes, underscores. */
export function foldText(text: string): string {
  // Nearly all text is plain ASCII, and normalizing is slow.
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  const plain = /^[\u0000-\u007f]*$/.test(text) ? text : text.normalize('NFKD').replace(marks, '')
  return plain.toLowerCase().replace(blanks, '')
}

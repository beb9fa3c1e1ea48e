// Apart from the schemas, so that a page has them without loading zod.

/** How often all users are listed, in minutes. */
export const listUsersEveryMinutes = 60

/** Users whom the service no longer has are deleted after this many days. */
export const removedUserDays = 90

export const userSortNames = [
  'name',
  'email',
  'seat',
  'groups',
  'sites',
  'timezone',
  'status',
  'imported',
  'id',
] as const

export const userSorts = userSortNames.flatMap((name) => [name, `-${name}` as const])

/** Filters that can have several values. */
export const userFacetNames = ['seat', 'group', 'site', 'timezone', 'status'] as const

/** Used instead of a value: users without a value. */
export const noValue = 'none'

/** The maximum number of values of a facet. Rarer values can be found by searching. */
export const facetValuesMax = 1_000

/** The addresses in a pasted text, separated by spaces, commas, semicolons or line breaks. `Name <a@x>` gives a@x. */
export function splitEmails(text: string): string[] {
  const found = text.match(/[^\s,;<>"']+@[^\s,;<>"']+/g) ?? []
  return [...new Set(found.map((email) => email.toLowerCase()))]
}

/** The parameters of an address: no value, one or several for a name. */
type AddressParams = Readonly<Record<string, string | readonly string[] | null | undefined>>

interface FilterParts<Facet, Sort, Group, Filter> {
  /** Parameters that can have several values. */
  facets: readonly Facet[]
  sorts: readonly Sort[]
  /** What `groupBy` can be. */
  groupings: readonly Group[]
  /** Further parameters, and the values that each can have. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** The maximum length of a search and of other values. */
  charsMax: { search: number; value: number }
  /** The filter of an address without parameters. It has every name that a filter can have. */
  defaults: Filter
}

export interface ListFilter<Facet, Sort, Group, Filter> extends Pick<
  FilterParts<Facet, Sort, Group, Filter>,
  'facets' | 'sorts' | 'groupings' | 'defaults'
> {
  /** The parameters that decide which rows match. */
  setNames: readonly string[]
  read: (params: AddressParams) => Filter
  readGroup: (params: AddressParams) => Group | null
  /** The key of a list. */
  writeKey: (filter: Filter) => string
  /** The key of the rows of a list, in any order. */
  writeSetKey: (filter: Filter) => string
  /** Whether the filter excludes anything. */
  isNarrowed: (filter: Filter) => boolean
}

/** Further values of a parameter are ignored. */
export const valuesMax = 100

const listValues = (params: AddressParams, name: string): readonly string[] => [params[name] ?? []].flat()

const findChoice = <Known extends string>(params: AddressParams, name: string, known: readonly Known[]) =>
  known.find((value) => value === listValues(params, name)[0])

/**
 * The filter of a list in its address. Server and browser read it in the same way, so that the page finds the rows that
 * came with it. Values that do not exist, such as an unknown order, become the defaults.
 */
export function listFilter<Facet extends string, Sort extends string, Group extends string, Filter extends object>(
  parts: FilterParts<Facet, Sort, Group, Filter>,
): ListFilter<Facet, Sort, Group, Filter> {
  const { facets, sorts, groupings, choices = {}, charsMax, defaults } = parts
  const setNames = ['q', ...facets, ...Object.keys(choices)]
  const write = (filter: Filter, names: readonly string[]) => {
    const values = new Map<string, unknown>(Object.entries(filter))
    return JSON.stringify(names.map((name) => values.get(name)))
  }
  return {
    facets,
    sorts,
    groupings,
    setNames,
    defaults,
    read: (params) => {
      const listKnown = (name: string) => [
        ...new Set(listValues(params, name).filter((value) => value !== '' && value.length <= charsMax.value)),
      ]
      const asked = {
        q: (listValues(params, 'q')[0] ?? '').trim().slice(0, charsMax.search),
        ...Object.fromEntries(facets.map((name) => [name, listKnown(name).slice(0, valuesMax)])),
        ...Object.fromEntries(
          Object.entries({ ...choices, sort: sorts, groupBy: groupings }).map(([name, known]) => [
            name,
            findChoice<string>(params, name, known),
          ]),
        ),
      }
      const valid = Object.entries(asked).filter(([name, value]) => name in defaults && value !== undefined)
      return { ...defaults, ...Object.fromEntries(valid) }
    },
    readGroup: (params) => findChoice(params, 'groupBy', groupings) ?? null,
    writeKey: (filter) => write(filter, [...setNames, 'sort', 'groupBy']),
    writeSetKey: (filter) => write(filter, setNames),
    isNarrowed: (filter) => write(filter, setNames) !== write(defaults, setNames),
  }
}

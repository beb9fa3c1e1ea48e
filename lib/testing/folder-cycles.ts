import type { Source } from './sources'

/** Imports between two folders, as `file -> target`. */
type Edges = Map<string, Map<string, string[]>>

/** The folder directly below `parent` that contains `file`; null for files of the parent itself. */
function folderBelow(parent: string, file: string): string | null {
  if (!file.startsWith(`${parent}/`)) return null
  const end = file.indexOf('/', parent.length + 1)
  return end === -1 ? null : file.slice(0, end)
}

function readEdges(sources: readonly Source[], parent: string, isIgnored: (target: string) => boolean): Edges {
  const edges: Edges = new Map()
  for (const { file, imports } of sources) {
    const from = folderBelow(parent, file)
    if (from === null) continue
    for (const { target } of imports) {
      const to = folderBelow(parent, target)
      if (to === null || to === from || isIgnored(target)) continue
      const targets = edges.get(from) ?? new Map<string, string[]>()
      edges.set(from, targets.set(to, [...(targets.get(to) ?? []), `${file} -> ${target}`]))
    }
  }
  return edges
}

/** The shortest path from `start` back to itself, as the folders on it; null when there is none. */
function findWayBack(edges: Edges, start: string): string[] | null {
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way !== undefined; way = ways.shift())
    for (const next of edges.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  return null
}

/**
 * Cycles between sibling folders: those directly below each of `parents`, and those below each of their folders in turn.
 * Files beside subfolders belong to the parent and take part one level up.
 * @param isIgnored targets that do not count, such as schemas that every folder may import
 * @returns one line for each cycle, with an import for each of its steps
 */
export function findFolderCycles(
  sources: readonly Source[],
  parents: readonly string[],
  isIgnored: (target: string) => boolean = () => false,
): string[] {
  const below = (parent: string) =>
    [...new Set(sources.map(({ file }) => folderBelow(parent, file)))].filter((folder) => folder !== null)
  return parents.flatMap((parent) => {
    const edges = readEdges(sources, parent, isIgnored)
    const told = new Set<string>()
    const cycles = [...edges.keys()].flatMap((start) => {
      const way = told.has(start) ? null : findWayBack(edges, start)
      if (way === null) return []
      for (const folder of way) told.add(folder)
      return [way.map((from, at) => edges.get(from)?.get(way[at + 1] ?? start)?.[0] ?? from).join('; ')]
    })
    return [...cycles, ...findFolderCycles(sources, below(parent), isIgnored)]
  })
}

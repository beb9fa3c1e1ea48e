import { openTables } from '@/lib/open-data/values-model'

// Apart from the schemas, so that a page has them without loading zod.

export const scheduleNameMax = 80

export const fileNameMax = 120

export const folderMax = 200

/** `list`: the rows and columns of a view, as in a download. The others are tables of open data. */
export const scheduleContents = ['list', ...openTables] as const

/** Contents whose inspections can be limited by a view. */
export const viewContents: ReadonlySet<(typeof scheduleContents)[number]> = new Set(['list', 'inspections', 'answers'])

/** A run is `waiting` before its first try and between tries. */
export const runStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

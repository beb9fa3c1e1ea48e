import type { CellFault } from '@/lib/user-jobs/sheet/types'
import { createTally } from './validate-counts'
import { sortFaults } from './validate-row'

export const noFaults: readonly CellFault[] = []

/** Errors by row: those found here and those of the service, merged in order, and counted. */
export function createFaultStore() {
  const own = new Map<number, readonly CellFault[]>()
  const ofService = new Map<number, readonly CellFault[]>()
  const shown = new Map<number, readonly CellFault[]>()
  const tally = createTally()

  function show(id: number) {
    const merged = sortFaults([...(own.get(id) ?? noFaults), ...(ofService.get(id) ?? noFaults)])
    tally.replace(shown.get(id) ?? noFaults, merged)
    if (merged.length === 0) shown.delete(id)
    else shown.set(id, merged)
  }

  return {
    /** Errors of a row. The array is the same until they change. */
    of: (id: number) => shown.get(id) ?? noFaults,
    counts: () => tally.read(),
    setOwn(id: number, faults: readonly CellFault[]) {
      if (faults.length === 0) own.delete(id)
      else own.set(id, faults)
      show(id)
    },
    /** Undefined: the service reported nothing for the row. */
    setService(id: number, faults: readonly CellFault[] | undefined) {
      if (faults === undefined) ofService.delete(id)
      else ofService.set(id, faults)
      show(id)
    },
    /** The service's messages were for an older version of the row. They disappear when the row is validated next. */
    forgetService(id: number) {
      ofService.delete(id)
    },
  }
}

/** Errors by the id of their row. */
export function groupByRow(found: readonly CellFault[]): Map<number, CellFault[]> {
  const byRow = new Map<number, CellFault[]>()
  for (const fault of found) {
    const ofRow = byRow.get(fault.rowId)
    if (ofRow === undefined) byRow.set(fault.rowId, [fault])
    else ofRow.push(fault)
  }
  return byRow
}

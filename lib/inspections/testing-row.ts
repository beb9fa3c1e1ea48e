import { documentFields } from './columns'
import { inspectionRow, type InspectionRow } from './schema'

/** A row of the list for tests. Its document was read. Fields that `given` omits are null. */
export function makeInspectionRow(
  given: Partial<Omit<InspectionRow, 'auditId'>> & { auditId: string; modifiedAt: string },
): InspectionRow {
  const empty = Object.fromEntries(Object.keys(documentFields).map((name) => [name, null]))
  return inspectionRow.parse({
    templateId: null,
    hydrated: true,
    problem: null,
    documentProblem: null,
    missingAt: null,
    result: null,
    review: null,
    ...empty,
    ...given,
  })
}

import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import type { AuditId } from '@/lib/ids'
import type { InspectionRow } from '@/lib/inspections/schema'

/** The selected inspections. */
export const inspectionSelection = createSelectionStore<AuditId, InspectionRow>()

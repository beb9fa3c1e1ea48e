'use client'

import type { InspectionPage } from '@/lib/inspections/schema'
import { DateEditor } from './date-editor'
import { FacetEditor } from './facet-editor'
import { MediaEditor, ReviewEditor } from './filter-choices'
import { MoreEditor } from './filter-more'
import type { FilterKind, NameOf } from './filter-texts'
import type { ListState } from './use-list-state'

export interface EditorProps {
  state: ListState
  nameOf: NameOf
  resolved: InspectionPage['resolved'] | undefined
  errors: Readonly<Record<string, string>>
}

/** Sets one kind of filter. */
export function FilterEditor({
  kind,
  state,
  nameOf,
  resolved,
  errors,
  onOpen,
}: EditorProps & { kind: FilterKind; onOpen: (kind: FilterKind) => void }) {
  if (kind === 'date') return <DateEditor state={state} resolved={resolved} errors={errors} />
  if (kind === 'review') return <ReviewEditor state={state} />
  if (kind === 'media') return <MediaEditor state={state} />
  if (kind === 'more') return <MoreEditor state={state} errors={errors} onAuthor={() => onOpen('author')} />
  return <FacetEditor facet={kind} state={state} nameOf={nameOf} />
}

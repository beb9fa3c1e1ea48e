'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { Picker } from '@/components/ui/picker'
import { Tip } from '@/components/ui/tooltip'
import { formatCount } from '@/lib/browser/numbers'
import type { TemplateId } from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { TemplateOption } from '@/lib/inspections/schema'

const none: readonly TemplateOption[] = []

/** Chooses templates, with how many inspections each has, and shows the chosen ones as chips that can be taken off. */
export function TemplateFilter({
  value,
  onChange,
}: {
  value: readonly TemplateId[]
  onChange: (value: readonly string[]) => void
}) {
  const { data, isPending, isError } = useQuery(inspectionQueries.templates())
  const templates = data?.templates ?? none
  const nameOf = (id: TemplateId) => templates.find((option) => option.templateId === id)?.name ?? id
  return (
    <>
      <Picker
        multiple
        label="Filter by template"
        placeholder="Find a template"
        emptyText={
          isPending ? 'Reading the templates.' : isError ? 'The templates could not be read.' : 'No template matches.'
        }
        options={templates.map(({ templateId, name, count }) => ({
          value: templateId,
          label: name ?? templateId,
          hint: formatCount(count),
        }))}
        value={value}
        onChange={onChange}
        trigger={
          <button type="button" className={buttonClass('secondary', 'md', 'px-2')}>
            Template
            <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />
          </button>
        }
      />
      {value.map((id) => (
        <span
          key={id}
          className="inline-flex h-8 max-w-64 min-w-0 items-center rounded bg-accent-soft pl-2 text-sm text-accent-ink"
        >
          <span className="truncate">{nameOf(id)}</span>
          <Tip content="Remove this filter">
            <button
              type="button"
              aria-label={`Remove the filter ${nameOf(id)}`}
              onClick={() => onChange(value.filter((other) => other !== id))}
              className="flex size-8 shrink-0 items-center justify-center rounded hover:bg-accent/15"
            >
              <X aria-hidden size={14} />
            </button>
          </Tip>
        </span>
      ))}
      {value.length > 1 && (
        <button type="button" onClick={() => onChange([])} className={buttonClass('ghost', 'md', 'px-2')}>
          Clear
        </button>
      )}
    </>
  )
}

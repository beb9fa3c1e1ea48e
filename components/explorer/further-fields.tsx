'use client'

import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import type { ExplorerForm } from '@/lib/explorer/schema'

type Further = ExplorerForm['further']

/** Parameters that the table does not know, each with its name. */
export function FurtherFields({ further, onChange }: { further: Further; onChange: (further: Further) => void }) {
  const set = (at: number, change: Partial<Further[number]>) =>
    onChange(further.map((pair, place) => (place === at ? { ...pair, ...change } : pair)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Further parameters</legend>
      {further.map(({ name, value }, at) => (
        // Pairs have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="flex items-center gap-1">
          <input
            value={name}
            aria-label={`Name of parameter ${at + 1}`}
            placeholder="name"
            spellCheck={false}
            onChange={(event) => set(at, { name: event.target.value })}
            className={`${inputClass} font-mono`}
          />
          <input
            value={value}
            aria-label={`Value of parameter ${at + 1}`}
            placeholder="value"
            spellCheck={false}
            onChange={(event) => set(at, { value: event.target.value })}
            className={inputClass}
          />
          <IconButton
            label={`Remove parameter ${at + 1}`}
            icon={X}
            onClick={() => onChange(further.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={Plus}
        className="-ml-2 self-start"
        onClick={() => onChange([...further, { name: '', value: '' }])}
      >
        Add a parameter
      </Button>
    </fieldset>
  )
}

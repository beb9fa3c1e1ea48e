'use client'

import { CircleHelp } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'

const ways = [
  ['forklift leeds', 'both words, anywhere in title, template, site, author, answers or notes'],
  ['"pre start"', 'these words one after another'],
  ['forklift -leeds', 'the first without the second'],
  ['fork*', 'words that begin so'],
  ['audit_1f6e…', 'an id, whole or in part, or a document number'],
  ['Paste a list', 'of ids: one a line, or with commas'],
] as const

/** What can be typed into the search, with examples. */
export function SearchHelp() {
  return (
    <Popover
      label="How to search"
      className="w-96"
      trigger={<IconButton label="How to search" icon={CircleHelp} size="sm" className="size-6" />}
    >
      <div className="p-3">
        <p className="mb-2 font-medium">How to search</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-sm">
          {ways.map(([example, meaning]) => (
            <div key={example} className="contents">
              <dt className="font-mono text-xs leading-5">{example}</dt>
              <dd className="text-ink-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 border-t border-line pt-2 text-xs text-ink-muted">
          Capitals and accents make no difference. “failed” or a date are words here: use Result and Date to filter.
        </p>
      </div>
    </Popover>
  )
}

'use client'

import { Tooltip } from '@base-ui/react/tooltip'
import { useState } from 'react'
import { hints, type ShownHint } from './hint-store'

// The whole page has one popup. A table of 60 rows may have hundreds of triggers, and each would mount its own popup.

/** The popup of the current hint. It keeps the last hint while it fades out. */
export function Hint({ shown }: { shown: ShownHint | null }) {
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  const hint = shown ?? last
  if (hint === null) return null
  return (
    <Tooltip.Root open={shown !== null} onOpenChange={(open) => !open && hints.hide(hint.id)}>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} anchor={hint.anchor} className="z-50">
          {/* Hidden from screen readers, because every trigger has a name and they would read the text twice. */}
          <Tooltip.Popup
            aria-hidden
            onPointerEnter={() => hints.hold()}
            onPointerLeave={() => hints.hideSoon(hint.id)}
            className="rounded bg-ink px-2 py-1 text-xs text-canvas shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none"
          >
            {hint.content}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

'use client'

import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

// One popup for the whole page: a table of 60 rows may have hundreds of triggers, and each would mount its own.
const shared = Tooltip.createHandle<ReactNode>()

/** The single popup behind every `Tip`. Mounted once, in the providers. */
export function TooltipHost() {
  return (
    <Tooltip.Root handle={shared}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={6} className="z-50">
            {/* Hidden from screen readers: every trigger has a name, and reading it twice would be noise. */}
            <Tooltip.Popup
              aria-hidden
              className="rounded bg-ink px-2 py-1 text-xs text-canvas shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none"
            >
              {payload}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}

export const TooltipProvider = Tooltip.Provider

/** Gives its one child a hint on hover and focus. The child needs an accessible name of its own. */
export function Tip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return <Tooltip.Trigger handle={shared} payload={content} render={children} />
}

'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, useRef } from 'react'
import { findMain, popupClass } from '@/components/ui/overlays/popup'
import { classNames } from '@/lib/browser/class-names'

/** Number of suggestions listed at once, because an organization may have thousands of sites. */
const listedMax = 100

/** The field with the list below it. */
export function SuggestInput({
  input: { value, onKeyDown, ...input },
  listLabel,
  suggestions,
  isMatched,
  onChange,
}: {
  input: Omit<ComponentProps<'input'>, 'value' | 'ref'> & { value: string }
  listLabel: string
  suggestions: readonly string[]
  isMatched: boolean
  onChange: (value: string) => void
}) {
  const container = useRef<HTMLElement>(null)
  return (
    <Autocomplete.Root
      items={suggestions}
      limit={listedMax}
      mode={isMatched ? 'none' : 'list'}
      openOnInputClick
      value={value}
      onValueChange={onChange}
    >
      <Autocomplete.Input
        {...input}
        ref={(element: HTMLElement | null) => {
          container.current = findMain(element)
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          // Base UI empties a field on Escape when its list is closed, but Escape closes the dialog around it.
          if (event.key === 'Escape' && event.currentTarget.getAttribute('aria-expanded') !== 'true')
            event.preventBaseUIHandler()
        }}
      />
      <Autocomplete.Portal container={container}>
        <Autocomplete.Positioner sideOffset={4} align="start" collisionPadding={8} className="z-70 outline-none">
          <Autocomplete.Popup
            className={classNames(
              popupClass,
              'max-h-[min(22rem,var(--available-height))] w-max max-w-(--available-width) min-w-(--anchor-width) overflow-y-auto p-1 data-empty:hidden',
            )}
          >
            <Autocomplete.List aria-label={listLabel} className="outline-none">
              {(one: string) => (
                <Autocomplete.Item
                  key={one}
                  value={one}
                  className="flex min-h-8 cursor-default items-center rounded-sm px-2 py-1 text-sm wrap-anywhere select-none data-highlighted:bg-raised max-sm:min-h-10"
                >
                  {one}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

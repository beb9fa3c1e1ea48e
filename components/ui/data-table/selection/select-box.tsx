import { Checkbox } from '@/components/ui/inputs/checkbox'
import type { HeadMark } from './selection'

/** The checkbox of a row; its whole cell can be clicked. The Tab key skips it, because the grid has the key `x`. */
export function SelectBox({
  isSelected,
  isKnown,
  label,
  onToggle,
}: {
  isSelected: boolean
  isKnown: boolean
  label: string
  onToggle: (isRange: boolean) => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the grid handles the keys
    <label
      className="flex size-full cursor-pointer items-center justify-center"
      onClick={(event) => event.stopPropagation()}
    >
      <Checkbox
        tabIndex={-1}
        aria-label={label}
        checked={isSelected}
        disabled={!isKnown}
        onChange={(event) => {
          const { nativeEvent } = event
          onToggle(nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
        }}
      />
    </label>
  )
}

/** The checkbox of a card. A tap anywhere on the card selects it. */
export function CardBox({ isSelected, label }: { isSelected: boolean; label: string }) {
  return (
    <Checkbox tabIndex={-1} aria-label={label} checked={isSelected} readOnly className="pointer-events-none size-5" />
  )
}

/** The checkbox of the header: all, some or none of the visible rows are selected. */
export function HeadBox({ mark, label, onMark }: { mark: HeadMark; label: string; onMark: () => void }) {
  return (
    <label className="flex size-full cursor-pointer items-center justify-center">
      <Checkbox indeterminate={mark === 'some'} checked={mark === 'all'} onChange={onMark} aria-label={label} />
    </label>
  )
}

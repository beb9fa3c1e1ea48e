import { Checkbox } from '@/components/ui/checkbox'

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

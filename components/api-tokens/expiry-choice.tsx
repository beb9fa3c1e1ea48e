import { inputClass, TextField } from '@/components/ui/field'
import { expiryDays } from '@/lib/api-tokens/schema'

/** When a new token expires: after some days, on a day, or never. */
export function ExpiryChoice({
  value,
  onChange,
  lastDay,
  onLastDay,
  error,
}: {
  value: string
  onChange: (value: string) => void
  lastDay: string
  onLastDay: (day: string) => void
  error: string | undefined
}) {
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1 text-sm">
        <span className="font-medium">Expires</span>
        <select value={value} onChange={(event) => onChange(event.target.value)} className={inputClass}>
          {expiryDays.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? 'After a year' : `After ${days} days`}
            </option>
          ))}
          <option value="date">On a date…</option>
          <option value="never">Never</option>
        </select>
      </label>
      {value === 'date' && (
        <TextField
          label="Last day"
          type="date"
          value={lastDay}
          onChange={(event) => onLastDay(event.target.value)}
          hint="The day ends at midnight UTC."
          error={error === undefined ? undefined : error === '' || lastDay === '' ? 'Choose a day.' : error}
        />
      )}
      {value === 'never' && (
        <p className="text-xs text-attention">
          A token that never expires works until somebody revokes it. Choose a date if you can.
        </p>
      )}
    </div>
  )
}

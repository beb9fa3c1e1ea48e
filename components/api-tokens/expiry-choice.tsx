import { useTranslations } from 'next-intl'
import { inputClass, TextField } from '@/components/ui/field'
import { expiryDays } from '@/lib/api-tokens/schema'

/** When a new token expires: after some days, on a date, or never. */
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
  const t = useTranslations('apiTokens.expires')
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1 text-sm">
        <span className="font-medium">{t('label')}</span>
        <select value={value} onChange={(event) => onChange(event.target.value)} className={inputClass}>
          {expiryDays.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? t('afterYear') : t('afterDays', { days })}
            </option>
          ))}
          <option value="date">{t('onDate')}</option>
          <option value="never">{t('never')}</option>
        </select>
      </label>
      {value === 'date' && (
        <TextField
          label={t('lastDay')}
          type="date"
          value={lastDay}
          onChange={(event) => onLastDay(event.target.value)}
          hint={t('lastDayHint')}
          error={error === undefined ? undefined : error === '' || lastDay === '' ? t('chooseDay') : error}
        />
      )}
      {value === 'never' && <p className="text-xs text-attention">{t('neverWarning')}</p>}
    </div>
  )
}

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { DatePicker } from '@/components/ui/dates/date-picker'
import { Select } from '@/components/ui/inputs/select'
import { expiryDays } from '@/lib/api-tokens/values-model'

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
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1 text-sm">
        <label htmlFor={id} className="font-medium">
          {t('label')}
        </label>
        <Select
          id={id}
          value={value}
          onChange={onChange}
          options={[
            ...expiryDays.map((days) => ({
              value: String(days),
              label: days === 365 ? t('afterYear') : t('afterDays', { days }),
            })),
            { value: 'date', label: t('onDate') },
            { value: 'never', label: t('never') },
          ]}
        />
      </div>
      {value === 'date' && (
        <DatePicker
          label={t('lastDay')}
          value={lastDay === '' ? null : lastDay}
          onChange={(day) => onLastDay(day ?? '')}
          hint={t('lastDayHint')}
          error={error === undefined ? undefined : error === '' || lastDay === '' ? t('chooseDay') : error}
        />
      )}
      {value === 'never' && <p className="text-xs text-attention">{t('neverWarning')}</p>}
    </div>
  )
}

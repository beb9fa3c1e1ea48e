'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { defaultThresholds } from '@/lib/templates/model'
import { templateCalls, templateQueries } from '@/lib/templates/queries'
import type { ScoreThresholds } from '@/lib/templates/schema'
import { useThresholds } from './score-thresholds'

const names = ['goodFrom', 'attentionFrom'] as const

/** A whole number from 0 to 100, or null. */
function readPercentage(text: string): number | null {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null
  return value === null || value > 100 ? null : value
}

/** Sets the thresholds of a template. A template that is set back to the defaults follows the defaults again. */
export function ThresholdsDialog({
  templateId,
  name,
  onClose,
}: {
  templateId: string
  name: string
  onClose: () => void
}) {
  const t = useTranslations('templates.thresholds')
  const tCommon = useTranslations('common')
  const form = useId()
  const queryClient = useQueryClient()
  const known = useThresholds(templateId) ?? defaultThresholds
  const [texts, setTexts] = useState({
    goodFrom: String(known.goodFrom),
    attentionFrom: String(known.attentionFrom),
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (thresholds: ScoreThresholds) => {
      const isDefault = names.every((each) => thresholds[each] === defaultThresholds[each])
      return templateCalls.setThresholds(templateId, isDefault ? null : thresholds)
    },
    onSuccess: (answer) => {
      queryClient.setQueryData(templateQueries.thresholds().queryKey, answer)
      onClose()
    },
  })
  const goodFrom = readPercentage(texts.goodFrom)
  const attentionFrom = readPercentage(texts.attentionFrom)
  const read = goodFrom === null || attentionFrom === null ? null : { goodFrom, attentionFrom }
  const isOrdered = read === null || read.attentionFrom <= read.goodFrom
  const problems = {
    goodFrom: goodFrom === null ? t('invalid') : isOrdered ? undefined : t('order'),
    attentionFrom: attentionFrom === null ? t('invalid') : undefined,
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('description', { name })}
      footer={
        <>
          <Button
            variant="ghost"
            className="me-auto"
            onClick={() =>
              setTexts({
                goodFrom: String(defaultThresholds.goodFrom),
                attentionFrom: String(defaultThresholds.attentionFrom),
              })
            }
          >
            {t('actions.reset', defaultThresholds)}
          </Button>
          <Button onClick={onClose}>{tCommon('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending} disabled={read === null || !isOrdered}>
            {t('actions.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (read !== null && isOrdered) mutate(read)
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {names.map((each) => (
            <TextField
              key={each}
              label={t(each)}
              inputMode="numeric"
              value={texts[each]}
              onChange={(event) => setTexts({ ...texts, [each]: event.target.value })}
              error={problems[each]}
            />
          ))}
        </div>
        <p className="text-sm text-ink-muted">{t('below')}</p>
        {error !== null && <ErrorNotice error={error} title={t('failed')} kept={tCommon('errors.inputKept')} />}
      </form>
    </Dialog>
  )
}

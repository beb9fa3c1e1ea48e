'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { Segmented } from '@/components/ui/inputs/segmented'
import { outgoingCalls, outgoingQueries } from '@/lib/outgoing/queries'
import type { Target, TargetFormat } from '@/lib/outgoing/schema'
import { formats, targetNameMax } from '@/lib/outgoing/values-model'
import { SecretText } from './secret-text'

/** Adds a target and then shows its secret once, or changes a target. */
export function TargetDialog({ target, onClose }: { target: Target | null; onClose: () => void }) {
  const t = useTranslations('outgoing')
  const common = useTranslations('common')
  const form = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(target?.name ?? '')
  const [url, setUrl] = useState('')
  const [format, setFormat] = useState<TargetFormat>(target?.format ?? 'slack')
  const save = useMutation({
    mutationFn: async () => {
      if (target === null) return outgoingCalls.create({ name, url, format })
      await outgoingCalls.change(target.targetId, {
        revision: target.revision,
        name,
        format,
        ...(url.trim() === '' ? {} : { url }),
      })
      return null
    },
    onSuccess: (created) => {
      void queryClient.invalidateQueries({ queryKey: outgoingQueries.all })
      if (created === null) onClose()
    },
  })
  if (save.data != null)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t('secret.title', { name: save.data.target.name })}
        footer={<Button onClick={onClose}>{common('done')}</Button>}
      >
        <SecretText secret={save.data.secret} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={target === null ? t('form.new') : t('form.edit', { name: target.name })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={save.isPending}
            disabled={name.trim() === '' || (target === null && url.trim() === '')}
          >
            {t(target === null ? 'actions.add' : 'actions.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {save.error !== null && <ErrorNotice error={save.error} title={t('form.failed')} />}
        <TextField
          label={t('form.name')}
          placeholder={t('form.namePlaceholder')}
          maxLength={targetNameMax}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t('form.url')}
          hint={t('form.urlHint')}
          type="url"
          autoComplete="off"
          placeholder={target === null ? t('form.urlPlaceholder') : t('form.urlKept', { host: target.host })}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Segmented
          label={t('form.format')}
          value={format}
          options={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
          onChange={setFormat}
        />
      </form>
    </Dialog>
  )
}

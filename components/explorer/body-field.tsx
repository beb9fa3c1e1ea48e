'use client'

import { RotateCcw } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { BodyField, ExplorerBody } from '@/lib/explorer/schema'
import { operationHref } from './texts'

/** The JSON body, beginning with an example, and what its fields mean. */
export function BodyInput({
  body,
  text,
  issue,
  onChange,
}: {
  body: ExplorerBody
  text: string
  issue: string | undefined
  onChange: (text: string) => void
}) {
  const t = useTranslations('explorer')
  const id = useId()
  const [isListed, setListed] = useState(false)
  const lines = Math.min(24, Math.max(4, text.split('\n').length + 1))
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {t.rich(body.isRequired ? 'form.bodyRequired' : 'form.body', {
            format: (kind: ReactNode) => <span className="text-xs font-normal text-ink-muted">{kind}</span>,
          })}
        </label>
        {text !== body.example && (
          <Button size="sm" variant="ghost" icon={RotateCcw} onClick={() => onChange(body.example)}>
            {t('actions.resetExample')}
          </Button>
        )}
      </div>
      <textarea
        id={id}
        value={text}
        rows={lines}
        spellCheck={false}
        aria-invalid={issue !== undefined || undefined}
        aria-describedby={`${id}-words`}
        onChange={(event) => onChange(event.target.value)}
        className="field w-full min-w-0 resize-y rounded p-2 font-mono text-xs leading-5"
      />
      <span id={`${id}-words`} className="text-xs text-bad empty:hidden">
        {issue}
      </span>
      {body.fields.length > 0 && (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="-ms-2 self-start"
            aria-expanded={isListed}
            onClick={() => setListed(!isListed)}
          >
            {isListed ? t('actions.hideFields') : t('actions.showFields', { count: body.fields.length })}
          </Button>
          {isListed && <FieldList fields={body.fields} />}
        </>
      )}
    </div>
  )
}

function FieldList({ fields }: { fields: readonly BodyField[] }) {
  const t = useTranslations('explorer.form')
  return (
    <dl className="flex flex-col gap-2 rounded border border-line p-3 text-xs">
      {fields.map(({ path, type, isRequired, words, idOf }) => (
        <div key={path}>
          <dt className="wrap-anywhere">
            <code className="font-mono">{path}</code>{' '}
            <span className="text-ink-muted">{t('fieldType', { type, isRequired: isRequired ? 'yes' : 'no' })}</span>
          </dt>
          {(words !== null || idOf !== null) && (
            <dd className="text-ink-muted">
              {words}{' '}
              {idOf !== null && (
                <Link href={operationHref(idOf)} className="text-accent-ink underline underline-offset-2">
                  {t('findIds', { operation: idOf })}
                </Link>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

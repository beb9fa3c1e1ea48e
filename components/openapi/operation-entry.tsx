'use client'

import { ChevronRight, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { MethodBadge } from '@/components/explorer/method-badge'
import { PathText } from '@/components/explorer/path-text'
import { copyText } from '@/lib/browser/copy-text'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { consoleAddress } from '@/lib/browser/own-address'
import { jsonOf, type ListedOperation, listSchemaRows, type SchemaRow, writeCurl } from '@/lib/openapi/model'
import type { JsonSchema, OpenApiDocument } from '@/lib/openapi/schema'
import { SchemaTable } from './schema-table'

type Components = OpenApiDocument['components']['schemas']

/** One operation: a summary that expands to all its details. */
export function OperationEntry({ operation, components }: { operation: ListedOperation; components: Components }) {
  const t = useTranslations('openapi')
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary, operationId, isForPeople } = operation
  const permission = operation['x-permission']
  return (
    <details
      id={operationId}
      className="group scroll-mt-16 border-b border-line last:border-b-0"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm hover:bg-raised">
        <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-muted group-open:rotate-90" />
        <MethodBadge method={method} />
        <span className="min-w-0 flex-1 basis-64">
          <span lang="en" className="block">
            {summary}
          </span>
          <span className="font-mono text-xs wrap-anywhere text-ink-muted">
            <PathText path={path} />
          </span>
        </span>
        {permission !== undefined && <Badge className="font-mono">{permission}</Badge>}
        {isForPeople && <Badge>{t('peopleOnly')}</Badge>}
      </summary>
      {isOpen && <OperationBody operation={operation} components={components} />}
    </details>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-xs font-medium text-ink-muted">{title}</h3>
      {children}
    </section>
  )
}

function OperationBody({ operation, components }: { operation: ListedOperation; components: Components }) {
  const t = useTranslations('openapi')
  const { description, parameters, requestBody, responses, summary, isForPeople } = operation
  const fields: SchemaRow[] = parameters.flatMap(({ name, schema, required, description: note, in: place }) => {
    const [row] = listSchemaRows(
      { properties: { [name]: { ...schema, ...(note === undefined ? {} : { description: note }) } } },
      components,
    )
    return row === undefined ? [] : [{ ...row, key: `${place} ${name}`, isRequired: required }]
  })
  const body = jsonOf(requestBody?.content)
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['200', {}]
  const answerJson = jsonOf(answer.content)
  const type = Object.keys(answer.content ?? {})[0]
  return (
    <div className="flex flex-col gap-4 px-4 pt-1 pb-4 sm:ps-11">
      <p lang="en" className="text-sm text-ink-muted">
        {description.replaceAll('`', '')}
      </p>
      {fields.length > 0 && (
        <Part title={t('parameters')}>
          <SchemaTable label={t('parametersOf', { operation: summary })} rows={fields} />
        </Part>
      )}
      {body !== null && <SchemaPart title={t('body')} schema={body} components={components} summary={summary} />}
      {answerJson === null ? (
        <Part title={t('response', { status })}>
          <p className="text-sm">
            {type === undefined ? t('noContent') : <code className="font-mono text-xs">{type}</code>}
          </p>
        </Part>
      ) : (
        <SchemaPart title={t('response', { status })} schema={answerJson} components={components} summary={summary} />
      )}
      {!isForPeople && <Curl command={writeCurl(operation, components, consoleAddress())} />}
    </div>
  )
}

function SchemaPart({
  title,
  schema,
  components,
  summary,
}: {
  title: string
  schema: JsonSchema
  components: Components
  summary: string
}) {
  const t = useTranslations('openapi')
  const rows = listSchemaRows(schema, components)
  return (
    <Part title={title}>
      {rows.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('anyJson')}</p>
      ) : (
        <SchemaTable label={t('fieldsOf', { part: title, operation: summary })} rows={rows} />
      )}
    </Part>
  )
}

function Curl({ command }: { command: string }) {
  const t = useTranslations('openapi')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const copy = async () => {
    if (await copyText(command)) toast.show({ tone: 'good', title: t('copied') })
    else toast.show({ title: tCommon('copyBlocked') })
  }
  return (
    <Part title={t('example')}>
      <div className="flex items-start gap-1 rounded border border-line bg-raised p-2">
        <pre className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap">{command}</pre>
        <IconButton size="sm" icon={Copy} label={t('copy')} onClick={() => void copy()} />
      </div>
    </Part>
  )
}

import { Play, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Ref } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useMounted } from '@/lib/browser/now'
import type { ExplorerForm, ExplorerOperation } from '@/lib/explorer/schema'
import { BodyInput } from './body-field'
import { FormField } from './form-field'
import { FurtherFields } from './further-fields'

/** Ids, parameters and body of a request, with the buttons that send and cancel it. */
export function RequestForm({
  ref,
  operation,
  form,
  issues,
  refused,
  isRunning,
  onChange,
  onStart,
  onCancel,
}: {
  ref: Ref<HTMLFormElement>
  operation: ExplorerOperation
  form: ExplorerForm
  /** What is wrong, by the name of the field. */
  issues: Readonly<Record<string, string | undefined>>
  /** Why this person cannot send it; null when they can. */
  refused: string | null
  isRunning: boolean
  onChange: (form: ExplorerForm) => void
  onStart: () => void
  onCancel: () => void
}) {
  const t = useTranslations('explorer')
  // Before hydration, submitting would reload the page and lose what was filled in.
  const isAlive = useMounted()
  return (
    <form
      ref={ref}
      aria-label={t('form.label')}
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onStart()
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-1">
        {operation.pathFields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            values={[form.path[field.name] ?? '']}
            issue={issues[field.name]}
            onChange={([value = '']) => onChange({ ...form, path: { ...form.path, [field.name]: value.trim() } })}
          />
        ))}
        {operation.queryFields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            values={form.query[field.name] ?? []}
            issue={issues[field.name]}
            onChange={(values) => onChange({ ...form, query: { ...form.query, [field.name]: values } })}
          />
        ))}
        <FurtherFields further={form.further} onChange={(further) => onChange({ ...form, further })} />
      </div>
      {operation.body !== null && (
        <BodyInput
          body={operation.body}
          text={form.body}
          issue={issues['body']}
          onChange={(body) => onChange({ ...form, body })}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" icon={Play} busy={isRunning} disabled={refused !== null || !isAlive}>
          {t(operation.isRead ? 'actions.run' : 'actions.review')}
        </Button>
        {isRunning ? (
          <Button icon={X} onClick={onCancel}>
            {t(operation.isRead ? 'actions.cancel' : 'actions.stopWaiting')}
          </Button>
        ) : (
          <Kbd keys="mod+enter" className="text-ink-muted" />
        )}
      </div>
      {refused !== null && <p className="text-sm text-ink-muted">{refused}</p>}
    </form>
  )
}

import { ClipboardPaste, FileDown, Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { addressOf } from '@/lib/base-path'
import { saveText } from '@/lib/browser/save-file'
import { userJobCalls } from '@/lib/user-jobs/queries'

/** Rows pasted into a field. */
export function ImportPaste({ onPaste }: { onPaste: (text: string) => void }) {
  const t = useTranslations('userJobs.upload')
  const [pasted, setPasted] = useState('')
  return (
    <section aria-labelledby="paste-head" className="flex flex-col gap-2 rounded border border-line bg-surface p-4">
      <h2 id="paste-head" className="font-medium">
        {t('paste.title')}
      </h2>
      <label className="flex flex-col gap-1 text-sm text-ink-muted">
        {t('paste.label')}
        <textarea
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          className="field w-full resize-y rounded p-2 font-mono text-xs text-ink"
        />
      </label>
      <Button
        className="self-start"
        icon={ClipboardPaste}
        disabled={pasted.trim() === ''}
        onClick={() => {
          onPaste(pasted)
          setPasted('')
        }}
      >
        {t('actions.paste')}
      </Button>
    </section>
  )
}

/** For people without a file: the template, or the existing users. */
export function ImportStart({ isBusy, onCurrentUsers }: { isBusy: boolean; onCurrentUsers: () => void }) {
  const t = useTranslations('userJobs.upload')
  return (
    <section aria-labelledby="start-head" className="flex flex-col gap-3 rounded border border-line bg-surface p-4">
      <h2 id="start-head" className="font-medium">
        {t('start.title')}
      </h2>
      <div className="flex flex-col items-start gap-1">
        <Button icon={FileDown} onClick={() => void saveTemplate()}>
          {t('actions.template')}
        </Button>
        <p className="text-sm text-ink-muted">{t('start.template')}</p>
      </div>
      <div className="flex flex-col items-start gap-1">
        <div className="flex flex-wrap gap-2">
          <Button icon={Users} disabled={isBusy} onClick={onCurrentUsers}>
            {t('actions.current')}
          </Button>
          <a href={addressOf(userJobCalls.currentUsersHref)} download className={buttonClass('ghost')}>
            <FileDown aria-hidden size={16} strokeWidth={1.75} />
            {t('actions.downloadCurrent')}
          </a>
        </div>
        <p className="text-sm text-ink-muted">{t('start.current')}</p>
      </div>
    </section>
  )
}

async function saveTemplate(): Promise<void> {
  const { writeTemplate } = await import('@/lib/user-jobs/parse/files')
  saveText('users-template.csv', 'text/csv', writeTemplate(true))
}

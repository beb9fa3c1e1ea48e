import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { renderToString } from 'react-dom/server'
import { MediaViewer } from '@/components/media/viewer/viewer'
import { Thumb } from '@/components/media/thumb'
import { type Spoken, WithMessages } from '@/components/testing-root'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipHost, TooltipProvider } from '@/components/ui/tooltip'
import { buildReport } from '@/lib/report/model'
import { reportAnswer } from '@/lib/report/schema'
import { renderJson } from '@/lib/server-text'
import { listViewerMedia } from '@/lib/report/view'
import { ReportScreen } from './report-screen'

/** For tests: the whole screen of a document as markup, from the same form of the document that the browser gets. */
export function renderReport(document: unknown, search = '', spoken?: Spoken): string {
  const answer = reportAnswer.parse(
    JSON.parse(
      renderJson(
        {
          auditId: 'audit_1',
          modifiedAt: '2026-01-01T00:00:00.000Z',
          source: 'service',
          stale: null,
          report: buildReport(document),
        },
        spoken?.locale ?? 'en',
      ),
    ),
  )
  const media = listViewerMedia(answer.report, 'audit_1', { showHidden: true, alwaysId: null })
  return renderToString(
    <WithMessages spoken={spoken}>
      <QueryClientProvider client={new QueryClient()}>
        <NuqsTestingAdapter searchParams={search}>
          <TooltipProvider>
            <ToastProvider>
              <ReportScreen
                answer={answer}
                mediaCount={media.length}
                mediaById={new Map(media.map((file) => [file.id, file]))}
                Thumb={Thumb}
                error={null}
                onRetry={() => {}}
                isRetrying={false}
              />
              <MediaViewer media={media} openId={null} onMove={() => {}} onClose={() => {}} onShowItem={() => {}} />
            </ToastProvider>
            <TooltipHost />
          </TooltipProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>
    </WithMessages>,
  )
}

/** The text of markup as a person reads it. */
export function readWords(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

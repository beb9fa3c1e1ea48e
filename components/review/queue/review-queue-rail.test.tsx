import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WithMessages } from '@/components/testing-root'
import { auditId } from '@/lib/ids'
import { ReviewQueueRail } from './review-queue-rail'

const ids = Array.from({ length: 100 }, (_, at) => auditId.parse(`audit_${at}`))

it('first renders only the part of a long queue that contains the current inspection', () => {
  const html = renderToString(
    <WithMessages>
      <ReviewQueueRail
        state={{ ids, at: 50, acts: [], troubles: new Map() }}
        rows={new Map()}
        claims={new Map()}
        gone={new Set()}
        onOpen={() => {}}
      />
    </WithMessages>,
  )
  const numbers = [...html.matchAll(/number (?:<!-- -->)?(\d+)/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, at) => 41 + at))
})

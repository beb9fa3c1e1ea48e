'use client'

import { type Shortcut, useShortcuts } from '@/lib/browser/shortcuts'
import type { QueueActions } from './review-queue-bar'

/** The keys of the queue; what a person may not do has none. */
export function useQueueKeys(
  actions: QueueActions & { open: () => void },
  { mayMark, isAtEnd }: { mayMark: boolean; isAtEnd: boolean },
): void {
  useShortcuts([
    key('next', 'j', 'Next inspection', actions.next, true),
    key('back', 'k', 'Inspection before', actions.back, true),
    ...(isAtEnd ? [] : [key('open', 'o', 'Open the full page', actions.open)]),
    ...(mayMark && !isAtEnd
      ? [
          key('reviewed', 'r', 'Mark reviewed, and go on', actions.review),
          key('follow-up', 'f', 'Follow up with a note, and go on', actions.followUp),
          key('note', 'e', 'Write a note', actions.note),
        ]
      : []),
    ...(mayMark ? [key('undo', 'u', 'Undo the last mark', actions.undo)] : []),
  ])
}

function key(id: string, keys: string, label: string, run: () => void, repeats = false): Shortcut {
  return { id: `review.${id}`, keys: [keys], label, group: 'Review', inPalette: true, repeats, run }
}

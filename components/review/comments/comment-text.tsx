import { splitComment } from '@/lib/review/comments-model'
import type { Mention } from '@/lib/review/comments-schema'

/** The text of a comment, with the names of mentioned people highlighted. */
export function CommentText({ body, mentions }: { body: string; mentions: readonly Mention[] }) {
  return (
    <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
      {splitComment(body, mentions).map((part) =>
        part.kind === 'text' ? (
          <span key={part.at}>{part.text}</span>
        ) : (
          <span key={part.at} className="rounded-sm bg-accent-soft px-1 font-medium text-accent-ink">
            {part.text}
          </span>
        ),
      )}
    </p>
  )
}

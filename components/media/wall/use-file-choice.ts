import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { fold } from '@/lib/browser/fold'
import { readWholeQuestion } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { mediaKinds, wallShows } from '@/lib/media/values-model'

const choice = {
  files: parseAsStringLiteral(wallShows).withDefault('all'),
  kind: parseAsArrayOf(parseAsStringLiteral(mediaKinds)).withDefault([]),
  question: parseAsString.withDefault(''),
}

/** Whether a question contains a text. A text in double quotes is the whole question, like on the page of all files. */
function createQuestionTest(text: string): (question: string) => boolean {
  const whole = readWholeQuestion(text.trim())
  const sought = fold(whole ?? text.trim())
  return (question) => (whole === undefined ? fold(question).includes(sought) : fold(question) === sought)
}

/** The filter of an inspection's files, which is in the address, and the files that it leaves. */
export function useFileChoice(media: readonly ViewerMedia[]) {
  const [{ files: show, kind: kinds, question }, setChoice] = useQueryStates(choice)
  const found = useMemo(() => {
    const isAsked = createQuestionTest(question)
    return media.filter(
      (file) =>
        (show === 'all' || file.failed) && (kinds.length === 0 || kinds.includes(file.kind)) && isAsked(file.title),
    )
  }, [media, show, kinds, question])
  return { show, kinds, question, found, setChoice }
}

/** The files that the viewer steps through: on the Media tab those of its filter, elsewhere all. */
export function useViewerFiles(media: readonly ViewerMedia[], openId: string | null): readonly ViewerMedia[] {
  const { found } = useFileChoice(media)
  const [tab] = useQueryState('tab', parseAsString)
  // A link can open a file that the filter leaves out.
  return tab === 'media' && found.some(({ id }) => id === openId) ? found : media
}

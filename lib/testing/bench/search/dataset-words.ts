import type { Random } from '@/lib/standin/random'

/**
 * Words of people's own: the stand-in's writers know some hundred, a million real inspections some ten thousand. The rank
 * of a word is drawn so that the r-th is about r times as rare as the first (Zipf), hence common, medium and rare ones.
 */
const syllables =
  'ba be bi bo bra bre chi cla co cra da de di dor dra fa fen fi flo fra ga ge gla gor gra ha hel hi ka ke kla kor la le li lo lor ma me mi mor na ne ni nor pa pe pla pra qua ra re ri ro sa se shi ska sta ta te ti tor tra va ve vi vor wa we wi za zen'.split(
    ' ',
  )
const endings = 'n r s t l d ck nd st rn m x'.split(' ')

export const vocabularySize = 20_000

/** The word of a rank; equal ranks give equal words, and no two ranks the same. */
export function wordAt(rank: number): string {
  let rest = rank
  let word = ''
  for (let at = 0; at < 3; at += 1) {
    word += syllables[rest % syllables.length] ?? ''
    rest = Math.floor(rest / syllables.length)
    if (rest === 0 && at > 0) break
  }
  // The length of what stands before decides the ending, so that two ways to cut a word into syllables differ in it.
  return `${word}${endings[rank % endings.length] ?? ''}${rank % 7 === 0 ? 'ing' : ''}`
}

export const vocabulary: readonly string[] = makeVocabulary()

function makeVocabulary(): string[] {
  const words = new Set<string>()
  for (let rank = 0; words.size < vocabularySize; rank += 1) words.add(wordAt(rank))
  return [...words]
}

/** A word as people would write it: the first of the vocabulary often, the last hardly ever. */
export function drawWord(random: Random): string {
  const rank = Math.floor(vocabularySize ** random.next()) - 1
  return vocabulary[Math.min(vocabularySize - 1, Math.max(0, rank))] ?? ''
}

/** A remark of `count` such words. */
export function drawRemark(random: Random, count: number): string {
  return Array.from({ length: count }, () => drawWord(random)).join(' ')
}

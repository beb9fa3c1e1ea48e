import type { Random } from '@/lib/standin/random'

/**
 * Generated words: the stand-in's texts contain some hundred, a million real inspections some ten thousand. Ranks are drawn
 * so that the r-th word is about r times as rare as the first (Zipf). This gives common, medium and rare words.
 */
const syllables =
  'ba be bi bo bra bre chi cla co cra da de di dor dra fa fen fi flo fra ga ge gla gor gra ha hel hi ka ke kla kor la le li lo lor ma me mi mor na ne ni nor pa pe pla pra qua ra re ri ro sa se shi ska sta ta te ti tor tra va ve vi vor wa we wi za zen'.split(
    ' ',
  )
const endings = 'n r s t l d ck nd st rn m x'.split(' ')

export const vocabularySize = 20_000

/** The word of a rank. Different ranks have different words. */
export function wordAt(rank: number): string {
  let rest = rank
  let word = ''
  for (let at = 0; at < 3; at += 1) {
    word += syllables[rest % syllables.length] ?? ''
    rest = Math.floor(rest / syllables.length)
    if (rest === 0 && at > 0) break
  }
  // The length of the beginning determines the ending, so that no word can be split into syllables in two ways.
  return `${word}${endings[rank % endings.length] ?? ''}${rank % 7 === 0 ? 'ing' : ''}`
}

export const vocabulary: readonly string[] = makeVocabulary()

function makeVocabulary(): string[] {
  const words = new Set<string>()
  for (let rank = 0; words.size < vocabularySize; rank += 1) words.add(wordAt(rank))
  return [...words]
}

/** A random word: the first of the vocabulary often, the last almost never. */
export function drawWord(random: Random): string {
  const rank = Math.floor(vocabularySize ** random.next()) - 1
  return vocabulary[Math.min(vocabularySize - 1, Math.max(0, rank))] ?? ''
}

/** A remark of `count` such words. */
export function drawRemark(random: Random, count: number): string {
  return Array.from({ length: count }, () => drawWord(random)).join(' ')
}

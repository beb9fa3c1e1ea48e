export const peopleQueries = {
  all: ['people'] as const,
}

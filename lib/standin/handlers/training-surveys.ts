import { hashText, makeUuid, mix } from '../random'
import type { Course, Lesson, Question, Slide } from '../training/catalog'
import type { Handler, HandlerContext } from './context'
import { answerPage, readIds } from './training-query'

const iso = (ms: number) => new Date(ms).toISOString()
const salt = 0xf2

interface Survey {
  course: Course
  lesson: Lesson
  slide: Slide
  question: Question
}

function findSurveys({ training, query }: HandlerContext): Survey[] {
  const [courses, lessons] = [readIds(query, 'course'), readIds(query, 'lesson')]
  return training.catalog.courses
    .filter(({ id }) => courses === null || courses.has(id))
    .flatMap((course) =>
      course.lessons.flatMap((lesson) =>
        lesson.slides.flatMap((slide) =>
          slide.kind === 'survey' && slide.question && (lessons === null || lessons.has(lesson.id))
            ? [{ course, lesson, slide, question: slide.question }]
            : [],
        ),
      ),
    )
}

// INFERRED: neither definitions of rapid refreshes nor their answers are documented.
export const listSurveyQuestions: Handler = (context) =>
  answerPage(context.query, findSurveys(context), ({ course, lesson, slide, question }) => ({
    id: question.id,
    courseId: course.id,
    lessonId: lesson.id,
    slideId: slide.id,
    questionType: 'SingleChoice',
    questionContent: question.content,
    answerDefinitions: question.answers.map(({ id, content }) => ({ id, content })),
  }))

/** Everyone who completed a lesson answered its survey. Answers near the top of the list are chosen more often. */
export const listSurveyAnswers: Handler = (context) => {
  const surveys = new Map(findSurveys(context).map((survey) => [survey.lesson.id, survey]))
  const users = readIds(context.query, 'user')
  const until = context.training.knownUntil()
  const answers = context.training.attempts().flatMap((attempt) => {
    const survey = surveys.get(attempt.lesson.id)
    const isCounted = survey && attempt.success && attempt.completedAtMs <= until
    return isCounted && (users === null || users.has(attempt.user.id)) ? [{ attempt, survey }] : []
  })
  return answerPage(context.query, answers, ({ attempt, survey: { course, lesson, slide, question } }) => {
    const drawn = mix(hashText(attempt.id), salt)
    const chosen = question.answers[Math.min(drawn % question.answers.length, (drawn >>> 8) % question.answers.length)]
    return {
      id: makeUuid(hashText(attempt.id), 0, salt),
      courseId: course.id,
      lessonId: lesson.id,
      slideId: slide.id,
      userId: attempt.user.id,
      attemptId: attempt.id,
      questionId: question.id,
      questionContent: question.content,
      answerDefinitionId: chosen?.id ?? '',
      answerContent: chosen?.content ?? '',
      answeredDateTime: iso(attempt.completedAtMs),
    }
  })
}

export const listRapidRefreshAnswers: Handler = ({ training, query }) => {
  const users = readIds(query, 'user')
  const found = training.refreshAnswers().filter(({ user }) => users === null || users.has(user.id))
  return answerPage(query, found, (answer) => ({
    id: answer.id,
    rapidRefreshId: answer.refreshId,
    questionId: answer.questionId,
    questionContent: answer.question,
    answerDefinitionId: answer.answerId,
    answerContent: answer.answer,
    isCorrect: answer.isCorrect,
    userId: answer.user.id,
    answeredDateTime: iso(answer.atMs),
  }))
}

import { type Answers, bodyViews, type FormName } from 'contract'
import { useFormTexts } from '../use-form-texts.ts'
import classes from './body-chart.module.css'
import { writeInjuryNumbers } from './body-chart.tsx'
import { BodyFigure } from './body-figure.tsx'

type PrintedBodyProps = { formName: FormName; name: string; answers: Answers | undefined }

/** The drawing with the numbers of the rows that are printed below it; blank on a blank form. */
export function PrintedBody({ formName, name, answers = {} }: PrintedBodyProps) {
  const { formatOption } = useFormTexts(formName)
  return (
    <div className={classes.printed}>
      {bodyViews.map((view) => (
        <figure key={view}>
          <BodyFigure
            view={view}
            numbers={writeInjuryNumbers(answers, name, view)}
            label={formatOption('body-view', view)}
          />
          <figcaption>{formatOption('body-view', view)}</figcaption>
        </figure>
      ))}
    </div>
  )
}

/** What the page of the dataset says beside its tables, in both its forms. Backticks mark code. */

export const DATASET_INTRO =
  'Every verdict and score of the catalog with its history, in three tables, each as CSV, JSON Lines and Parquet. The files are made again with every build of the site; the version is the day of the newest audit.';

export const DATASET_READING =
  '`/dataset/datapackage.json` describes all files for programs: columns with types, sizes, digests (Data Package 2.0). Text in CSV that a spreadsheet would run as a formula begins with an apostrophe. Hosts and statuses are data of audited sites or of older versions: treat them as text.';

interface DatasetExample {
  readonly title: string;
  readonly language: 'sql' | 'python';
  readonly code: string;
}

/** How common tools read the files. */
export function datasetExamples(origin: string): DatasetExample[] {
  return [
    {
      title: 'DuckDB',
      language: 'sql',
      code: `SELECT day, passed, applies, round(100.0 * passed / applies) AS percent
FROM '${origin}/dataset/shares.parquet'
WHERE "check" = 'llms-txt' AND kind = 'all'
ORDER BY day;`,
    },
    {
      title: 'Python',
      language: 'python',
      code: `import pandas as pd

verdicts = pd.read_parquet("${origin}/dataset/verdicts.parquet")
day = pd.Timestamp("2026-11-22").date()
on_day = verdicts[
    (verdicts["first_audit"].dt.date <= day) & (verdicts["counted_until"] >= day)
]
print(on_day[on_day["check"] == "llms-txt"]["status"].value_counts())`,
    },
  ];
}

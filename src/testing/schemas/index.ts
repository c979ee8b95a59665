/**
 * Published schemas of other projects that reports must follow:
 *
 * - `sarif-schema-2.1.0.json`: OASIS, SARIF 2.1.0 with errata 01, https://github.com/oasis-tcs/sarif-spec,
 *   `sarif-2.1/schema/sarif-schema-2.1.0.json`
 * - `junit-10.xsd`: Jenkins' xunit plugin (MIT, its license is in the file), https://github.com/jenkinsci/xunit-plugin,
 *   `src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd`
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** Returns the errors of a SARIF log by the OASIS schema. */
export function sarifErrors(text: string): readonly ErrorObject[] {
  // The schema is of draft 4, but uses only what later drafts read in the same way, except for the name of `$id`.
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(textOf('sarif-schema-2.1.0.json')) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  validate(JSON.parse(text));
  return validate.errors ?? [];
}

/** Returns the errors of a JUnit file by the Jenkins schema, as libxml2 finds them. */
export async function junitErrors(text: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: text }],
    schema: [textOf('junit-10.xsd')],
  });
  return errors.map(({ message }) => message);
}

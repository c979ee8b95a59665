/** The Markdown forms of all pages except those of targets, which `src/site/targets/` writes. */
import { facts } from 'virtual:command-line';
import type { APIRoute } from 'astro';
import { SPEC_VERSION } from '../../base/versions.ts';
import { catalogMarkdown, catalogPageMarkdown } from '../../catalog/markdown.ts';
import { catalogPages } from '../../catalog/pages.ts';
import { aboutCatalogPage } from '../../catalog/table.ts';
import type { About } from '../../report/about.ts';
import { changesLead, shownChanges } from '../../report/change-texts.ts';
import * as about from '../about.ts';
import { catalogDigest, datasetEdition } from '../catalog.ts';
import { siteContent } from '../content.ts';
import { stackTitle } from '../guide.ts';
import { notFoundMarkdown } from '../not-found.ts';
import { isSkill, pageMarkdown } from '../page-markdown.ts';
import {
  changesMarkdown,
  checksMarkdown,
  compareMarkdown,
  datasetMarkdown,
  guideMarkdown,
  homeMarkdown,
  principleMarkdown,
  principlesMarkdown,
  specMarkdown,
  stackMarkdown,
} from '../pages-markdown.ts';
import { alternateResponse, markdownResponse } from '../respond.ts';

/** A Markdown document. Its title and description, if any, become front matter. */
interface Form {
  readonly text: string;
  readonly about?: About;
}

export async function getStaticPaths() {
  const forms: Readonly<Record<string, Form>> = { ...(await fixedPages()), ...(await pagesOfTexts()) };
  return Object.entries(forms).map(([page, props]) => ({ params: { page }, props }));
}

export const GET: APIRoute<Form> = ({ props, site }) =>
  props.about === undefined
    ? markdownResponse(props.text, site)
    : alternateResponse(props.about, props.text, site);

const SITE = new URL(import.meta.env.SITE);

async function fixedPages(): Promise<Record<string, Form>> {
  const { origin, principles } = await siteContent(SITE);
  const view = await catalogDigest();
  const { changes, figures } = view;
  const later = catalogPages(view)
    .slice(1)
    .map((page): [string, Form] => [
      `score/page/${page.number}`,
      { about: aboutCatalogPage(page), text: catalogPageMarkdown(page, figures, origin) },
    ]);
  return {
    index: { about: about.ABOUT_HOME, text: homeMarkdown(figures, origin) },
    score: {
      about: about.aboutCatalog(figures),
      text: catalogMarkdown(view, origin),
    },
    ...Object.fromEntries(later),
    checks: { about: about.ABOUT_CHECKS_PAGE, text: checksMarkdown(figures, origin) },
    compare: { about: about.ABOUT_COMPARE, text: compareMarkdown(view, origin) },
    dataset: { about: about.ABOUT_DATASET, text: datasetMarkdown(await datasetEdition(SITE), figures) },
    changes: {
      about: about.ABOUT_CHANGES,
      text: changesMarkdown(shownChanges(changes), changesLead(changes), origin),
    },
    principles: { about: about.ABOUT_PRINCIPLES, text: principlesMarkdown(principles, origin) },
    spec: { about: about.aboutSpec(principles), text: specMarkdown(principles, SPEC_VERSION) },
    404: { text: notFoundMarkdown(origin) },
  };
}

async function pagesOfTexts(): Promise<Record<string, Form>> {
  const { origin, guides, stacks, principles, pages } = await siteContent(SITE);
  return Object.fromEntries([
    ...pages.map((page): [string, Form] => [
      page.id,
      { text: pageMarkdown(page, origin, facts), ...(isSkill(page) ? {} : { about: page }) },
    ]),
    ...guides.map(({ check, ...guide }): [string, Form] => [
      `fix/${check.id}`,
      { text: guideMarkdown(check, guide, origin) },
    ]),
    ...stacks.map((stack): [string, Form] => [
      `fix/on/${stack.stack}`,
      {
        about: { title: stackTitle(stack), description: stack.summary },
        text: stackMarkdown(stack, origin),
      },
    ]),
    ...principles.map((principle): [string, Form] => [
      `principles/${principle.id.toLowerCase()}`,
      { about: about.aboutPrinciple(principle), text: principleMarkdown(principle, principle.body) },
    ]),
  ]);
}

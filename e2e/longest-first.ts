import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest begins first, so that no worker is left with it alone at the end. The rest goes by name. */
const LONGEST = ['pages.test.ts', 'clerk-morning.test.ts', 'authorize.test.ts'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
    const rank = (file: TestSpecification) => (place(file) < 0 ? LONGEST.length : place(file));
    return files.sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

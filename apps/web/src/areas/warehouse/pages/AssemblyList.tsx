import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Views } from '../../../components/views.tsx';
import { Assemblies } from '../assembly/assemblies.tsx';
import { Recipes } from '../assembly/recipes.tsx';
import '../warehouse.css';

/** Kits that are made of parts or taken apart, and what they are made of. */
export default function AssemblyList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'recipes' ? 'recipes' : 'documents';
  return (
    <>
      <Views
        label={t('assembly.viewLabel')}
        value={view}
        options={(['documents', 'recipes'] as const).map((value) => ({ value, label: t(`assembly.view.${value}`) }))}
        onChange={(next) => setParams(next === 'documents' ? {} : { view: next })}
      />
      {view === 'documents' ? <Assemblies /> : <Recipes />}
    </>
  );
}

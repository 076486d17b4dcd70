import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd';

const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

const light = {
  page: '#F6F7F9',
  surface: '#FFFFFF',
  line: '#E6E8EC',
  text: '#1B1F24',
  muted: '#5B6470',
  accent: '#0F766E',
  accentHover: '#115E59',
  onAccent: '#FFFFFF',
  info: '#2563EB',
  good: '#15803D',
  warn: '#B45309',
  bad: '#B91C1C',
  head: '#FAFBFC',
  hover: '#F3F6F8',
  ticked: '#E9F5F3',
};
const dark: typeof light = {
  page: '#0F1214',
  surface: '#171B1F',
  line: '#2A3036',
  text: '#E7EAED',
  muted: '#9AA4AF',
  accent: '#2DD4BF',
  accentHover: '#5EEAD4',
  onAccent: '#06231F',
  info: '#60A5FA',
  good: '#4ADE80',
  warn: '#FBBF24',
  bad: '#F87171',
  head: '#1B2025',
  hover: '#1E2429',
  ticked: '#16302D',
};

export const palettes = { light, dark };
export type Palette = typeof light;

/** antd's compact spacing with our own type sizes, which its compact algorithm would shrink. */
const dense: MappingAlgorithm = (seed, map) => {
  const base = map ?? theme.defaultAlgorithm(seed);
  const { fontSize, fontSizeSM, fontSizeLG, fontSizeXL, lineHeight, lineHeightSM, lineHeightLG } = base;
  return {
    ...theme.compactAlgorithm(seed, base),
    ...{ fontSize, fontSizeSM, fontSizeLG, fontSizeXL, lineHeight, lineHeightSM, lineHeightLG },
    controlHeight: 28,
    controlHeightSM: 24,
    controlHeightLG: 36,
  };
};

/** `still`: for whom asked their system for less motion, what opens and closes does so at once. */
export function antdTheme(dark: boolean, still: boolean): ThemeConfig {
  const p = dark ? palettes.dark : palettes.light;
  return {
    algorithm: dark ? [theme.darkAlgorithm, dense] : [theme.defaultAlgorithm, dense],
    token: {
      colorPrimary: p.accent,
      colorPrimaryHover: p.accentHover,
      colorPrimaryBg: p.ticked,
      colorPrimaryBgHover: p.ticked,
      controlItemBgActive: p.ticked,
      controlItemBgActiveHover: p.ticked,
      colorLink: p.accent,
      colorLinkHover: p.accentHover,
      colorInfo: p.info,
      colorSuccess: p.good,
      colorWarning: p.warn,
      colorError: p.bad,
      // What antd mixes of these deep greens, browns and reds is a dull grey.
      ...(dark
        ? {}
        : {
            colorSuccessBg: '#ECF7F0',
            colorSuccessBorder: '#A7D7B8',
            colorWarningBg: '#FEF6E9',
            colorWarningBorder: '#EBCB94',
            colorErrorBg: '#FDF0F0',
            colorErrorBorder: '#EFB6B6',
          }),
      colorText: p.text,
      colorTextSecondary: p.muted,
      colorTextDescription: p.muted,
      colorTextPlaceholder: dark ? '#7C8792' : '#6B7480',
      colorBgLayout: p.page,
      colorBgContainer: p.surface,
      colorBgElevated: dark ? '#1D2227' : '#FFFFFF',
      colorBorder: dark ? '#3A424A' : '#D3D7DD',
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      colorTextLightSolid: p.onAccent,
      fontFamily: FONT,
      fontSize: 13,
      lineHeight: 20 / 13,
      borderRadius: 6,
      borderRadiusLG: 8,
      colorBgMask: dark ? 'rgb(0 0 0 / 55%)' : 'rgb(15 18 20 / 35%)',
      boxShadow: '0 6px 16px rgb(0 0 0 / 10%)',
      motion: !still,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
      wireframe: false,
    },
    components: {
      Menu: { itemHeight: 32, itemMarginBlock: 1, itemBorderRadius: 6, activeBarBorderWidth: 0 },
      Table: { cellPaddingBlockSM: 7, cellPaddingInlineSM: 8, headerBg: dark ? '#1B2025' : '#FAFBFC' },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Tabs: { horizontalItemPadding: '8px 0', horizontalItemGutter: 20, horizontalMargin: '0 0 12px 0' },
      Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px' },
      Modal: { titleFontSize: 15 },
      Tooltip: { colorBgSpotlight: dark ? '#3A424A' : '#1F2937', colorTextLightSolid: '#FFFFFF' },
      Badge: { colorTextLightSolid: '#FFFFFF', colorError: '#B91C1C' },
    },
  };
}

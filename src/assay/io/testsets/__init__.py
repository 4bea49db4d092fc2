"""Test sets as others publish and keep them: sacreBLEU's folder, WMT's XML and SGML, trees of mt-metrics-eval."""

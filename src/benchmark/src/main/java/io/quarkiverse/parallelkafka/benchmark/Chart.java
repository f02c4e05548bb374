package io.quarkiverse.parallelkafka.benchmark;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.Locale;
import java.util.function.Function;

import javax.imageio.ImageIO;

import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jspecify.annotations.Nullable;

/** Two bar charts in one picture: records a second where nothing is done, shares of the limit where the work waits. */
final class Chart {

    private static final int WIDTH = 1100;
    private static final int BAR = 24;
    private static final int FRAME = 110;
    private static final Color COLOUR = new Color(0x2f6db5);

    private Chart() {
    }

    static void write(Path file, Medians medians) throws IOException {
        System.setProperty("java.awt.headless", "true");
        DefaultCategoryDataset rates = data(medians, false, Measurement::recordsPerSecond);
        DefaultCategoryDataset shares = data(medians, true, Measurement::shareOfLimit);
        int first = height(rates);
        int second = height(shares);
        BufferedImage image = new BufferedImage(WIDTH, Math.max(1, first + second), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        draw(graphics, "Nothing done: records a second (logarithmic)", rates, logarithmic(), 0, first);
        draw(graphics, "Work that waits: share of the limit", shares, new NumberAxis(), first, second);
        graphics.dispose();
        ImageIO.write(image, "png", file.toFile());
    }

    private static DefaultCategoryDataset data(Medians medians, boolean waiting,
            Function<Measurement, @Nullable Double> figure) {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (String row : medians.rows()) {
            Measurement any = medians.any(row);
            if (any.kind().equals(Row.Kind.THROUGHPUT.name()) && any.workMs() > 0 == waiting) {
                data.addValue(medians.of(row, figure), "median", row);
            }
        }
        return data;
    }

    private static LogAxis logarithmic() {
        LogAxis axis = new LogAxis();
        axis.setTickUnit(new NumberTickUnit(1));
        axis.setNumberFormatOverride(NumberFormat.getIntegerInstance(Locale.ROOT));
        return axis;
    }

    private static int height(DefaultCategoryDataset data) {
        return data.getColumnCount() == 0 ? 0 : FRAME + BAR * data.getColumnCount();
    }

    private static void draw(Graphics2D graphics, String title, DefaultCategoryDataset data, ValueAxis axis, int top,
            int height) {
        if (height == 0) {
            return;
        }
        JFreeChart chart = ChartFactory.createBarChart(title, null, null, data, PlotOrientation.HORIZONTAL, false,
                false, false);
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setRangeAxis(axis);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.5f);
        BarRenderer renderer = (BarRenderer) plot.getRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setSeriesPaint(0, COLOUR);
        renderer.setBase(axis instanceof LogAxis ? 100 : 0);
        chart.draw(graphics, new Rectangle2D.Double(0, top, WIDTH, height));
    }
}

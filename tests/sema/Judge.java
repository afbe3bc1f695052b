import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.Types;
import javax.tools.*;

/**
 * What javac makes of the code of files: for each expression in the body of a method, a constructor or an initialiser a line with the
 * file, where it begins and ends, and the erasure of its type; for each call also the erased signature of the method. Arguments: the
 * class path, or "", and files or folders. Exit code 1 where javac rejects the code: what it makes of that is of no use.
 */
public class Judge {
    public static void main(String[] args) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var manager = javac.getStandardFileManager(null, null, null);
        var paths = new ArrayList<File>();
        for (var name : List.of(args).subList(1, args.length)) {
            try (var found = Files.walk(Path.of(name))) {
                found.filter(path -> path.toString().endsWith(".java") && !path.endsWith("module-info.java"))
                        .map(Path::toFile).forEach(paths::add);
            }
        }
        var options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xmaxerrs", "20"));
        if (!args[0].isEmpty()) options.addAll(List.of("-cp", args[0]));
        var errors = new DiagnosticCollector<JavaFileObject>();
        var task = (JavacTask) javac.getTask(null, manager, errors, options, null, manager.getJavaFileObjectsFromFiles(paths));
        var units = new ArrayList<CompilationUnitTree>();
        task.parse().forEach(units::add);
        task.analyze();
        var out = new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8");
        for (var unit : units) new Walk(task, unit, out).scan(new TreePath(unit), null);
        out.flush();
        var rejected = errors.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).toList();
        rejected.forEach(System.err::println);
        System.exit(rejected.isEmpty() ? 0 : 1);
    }

    static class Walk extends TreePathScanner<Void, Void> {
        final Trees trees;
        final Types types;
        final CompilationUnitTree unit;
        final java.io.PrintStream out;

        Walk(JavacTask task, CompilationUnitTree unit, java.io.PrintStream out) {
            trees = Trees.instance(task);
            types = task.getTypes();
            this.unit = unit;
            this.out = out;
        }

        @Override public Void scan(Tree tree, Void nothing) {
            if (tree instanceof ExpressionTree expression && !(tree instanceof ParenthesizedTree)
                    && !(tree instanceof AnnotationTree) && !(tree instanceof ErroneousTree)) {
                say(expression);
            }
            return super.scan(tree, nothing);
        }

        /** The method's type as declared; or that of the call, where each has one of its own (JLS 15.12.3). */
        TypeMirror signature(TreePath path, ExecutableElement method) {
            boolean isPolymorphic = method.getAnnotationMirrors().stream()
                    .anyMatch(annotation -> annotation.toString().endsWith("PolymorphicSignature"));
            return isPolymorphic && path.getLeaf() instanceof MethodInvocationTree call
                    ? trees.getTypeMirror(new TreePath(path, call.getMethodSelect())) : method.asType();
        }

        void say(ExpressionTree tree) {
            var path = new TreePath(getCurrentPath(), tree);
            var type = trees.getTypeMirror(path);
            var element = trees.getElement(path);
            if (type == null || element instanceof TypeElement || element instanceof PackageElement) return;
            long start = trees.getSourcePositions().getStartPosition(unit, tree);
            long end = trees.getSourcePositions().getEndPosition(unit, tree);
            String what = "";
            if (tree instanceof MethodInvocationTree || tree instanceof NewClassTree || tree instanceof MemberReferenceTree) {
                if (element instanceof ExecutableElement method) {
                    var owner = types.erasure(method.getEnclosingElement().asType());
                    what = " " + owner + "." + method.getSimpleName()
                            + ((ExecutableType) types.erasure(signature(path, method))).getParameterTypes().stream()
                                    .map(Object::toString).collect(Collectors.joining(",", "(", ")"));
                }
            } else if (type instanceof ExecutableType) {
                return;
            }
            String shown;
            try {
                shown = types.erasure(type).toString();
            } catch (IllegalArgumentException unknown) {
                return;
            }
            out.println(unit.getSourceFile().getName() + " " + start + " " + end + " " + shown + what);
        }
    }
}
